/** Where a visitor goes who must log in first, and comes back from. */
export function loginPath(from: string): string {
  return from === '/' || from.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(from)}`
}

/** The page to return to. Only paths of this house count: a link must not lead elsewhere after login. */
export function returnPath(redirect: string | undefined): string {
  return redirect?.startsWith('/') && !/^\/[\\/]/.test(redirect) && !redirect.startsWith('/login') ? redirect : '/'
}
