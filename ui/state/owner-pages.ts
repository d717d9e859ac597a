/** The pages that managers do not have, with those below them. */
const OWNER_PAGES = ['/move-in', '/system/repair', '/system/logs', '/system/backups', '/system/notifications', '/users']

export const isOwnerPage = (path: string): boolean =>
  OWNER_PAGES.some((one) => path === one || path.startsWith(`${one}/`))
