// What the builder says about a build. Swift has no defines with values, C has.

#ifndef BUOY_BUILD_FACTS_H
#define BUOY_BUILD_FACTS_H

/// The commit that a package was built from, from the environment variable BUOY_COMMIT of the build;
/// NULL if it is not set, as in `swift run`.
const char *buoy_commit(void);

#endif
