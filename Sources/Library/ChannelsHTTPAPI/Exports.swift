@_exported public import ChannelsCore
@_exported public import ChannelsRoutes
@_exported public import struct ChannelsSigning.AppSecret
@_exported public import struct ChannelsSigning.EncryptionMasterKey
