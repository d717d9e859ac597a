import { BROWSER_COOKIE, BROWSER_COOKIE_SECONDS, type Browsers } from './browsers'

/** The parts of the framework's cookie jar that are used here. */
export type Jar = Record<string, { value?: unknown; set(cookie: object): unknown }>

export function browserOf(jar: Jar): string | undefined {
  const value = jar[BROWSER_COOKIE]?.value
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Headers that remove the pictures of an earlier user from the browser's cache. */
export const CLEAR_CACHE = { 'Clear-Site-Data': '"cache"' }

/** Notes who uses the browser, and names it with a cookie if it has none. Returns the cookie's value. */
export function rememberBrowser(browsers: Browsers, jar: Jar, userId: string, secure: boolean): string {
  const value = browserOf(jar) ?? browsers.makeCookie()
  jar[BROWSER_COOKIE]!.set({
    value,
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    maxAge: BROWSER_COOKIE_SECONDS,
    secure,
  })
  browsers.note(value, userId)
  return value
}
