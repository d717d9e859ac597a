/** Signs of a page that a bot guard sends in place of the answer. */
const SIGNS = /abnormal traffic detected|has been banned|you have been blocked|access denied/i

export const isBlockPage = (text: string): boolean => SIGNS.test(text)
