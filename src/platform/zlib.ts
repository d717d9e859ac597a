/** The runtime's deflate, loaded when something is packed or unpacked: it brings all streams along. */
export const zlib = () => process.getBuiltinModule('node:zlib')
