// Nothing to call: what is linked here runs on its own, before the program.

#ifndef BUOY_PROGRAM_START_H
#define BUOY_PROGRAM_START_H
#endif
