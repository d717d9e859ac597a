/** A text without URLs and magnet links, which may contain keys that must never leave the server. */
export const withoutAddresses = (text: string): string =>
  text.replace(/\b(?:[a-z][a-z\d+.-]{0,30}:\/\/|magnet:\?)\S+/gi, '(address left out)')
