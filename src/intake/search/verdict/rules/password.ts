import type { Rule } from '../rule'

const IN_TITLE = /\bpassword(?:ed|[ ._-]?protected)\b/i

export const passwordRule: Rule = ({ target, release }) => {
  if (target.limits.reject_passworded === false) return undefined
  const isProtected = (release.password ?? 0) > 0 || IN_TITLE.test(release.title)
  return isProtected ? { code: 'rejected.password_protected', message: 'Password-protected' } : undefined
}
