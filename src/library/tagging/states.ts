/** Kinds of operations. */
export const TAG = 'tag_files'
export const CONVERT = 'convert_files'
