import type { FeedPaging } from './records'

/** Links to the other pages of a list (RFC 5005); none for a list of one page. */
export function pagingLinks({
  total,
  size,
  index,
}: FeedPaging): { rel: 'first' | 'previous' | 'next' | 'last'; index: number }[] {
  if (total <= size && index === 0) return []
  const last = Math.max(0, Math.floor((total - 1) / size) * size)
  return [
    { rel: 'first', index: 0 },
    ...(index > 0 ? [{ rel: 'previous' as const, index: Math.max(0, index - size) }] : []),
    ...(index < last ? [{ rel: 'next' as const, index: index + size }] : []),
    { rel: 'last', index: last },
  ]
}
