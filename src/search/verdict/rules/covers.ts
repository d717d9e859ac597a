import type { Rule } from '../rule'

const ONLY = /\bcovers?[ ._-]only\b/i

export const covers: Rule = ({ target, release }) =>
  target.limits.ignore_covers !== false && ONLY.test(release.title)
    ? { code: 'rejected.cover_only', message: 'It holds covers only.' }
    : undefined
