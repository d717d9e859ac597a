/** Addresses for names of the open internet in tests: those of the documentation ranges are not public. */
export const PUBLIC_ADDRESS = '93.184.215.14'
export const OTHER_PUBLIC_ADDRESS = '93.184.215.15'
