import type { NoticeEvent, NoticeItem } from './states'

interface Words {
  label: string
  about: string
  /** Whether a new target is told of it unless somebody says otherwise. */
  usual: boolean
  one: (label: string) => string
  many: (count: number) => string
}

/** What each event is called, and how it is said. */
export const words: Record<NoticeEvent, Words> = {
  arrived: {
    label: 'Issues arrived',
    about: 'Downloaded issues lie in the library and can be read.',
    usual: true,
    one: (label) => `${label} arrived`,
    many: (count) => `${count} issues arrived`,
  },
  grabbed: {
    label: 'Releases were grabbed',
    about: 'A release was handed to a download client.',
    usual: false,
    one: (label) => `${label} was grabbed`,
    many: (count) => `${count} releases were grabbed`,
  },
  failed: {
    label: 'Downloads failed',
    about: 'A download came to nothing, and another release is looked for.',
    usual: false,
    one: (label) => `The download of ${label} failed`,
    many: (count) => `${count} downloads failed`,
  },
  needs_attention: {
    label: 'Something needs attention',
    about: 'A download waits for somebody to decide about it.',
    usual: true,
    one: (label) => `${label} needs attention`,
    many: (count) => `${count} things need attention`,
  },
  health: {
    label: 'Health',
    about: 'A folder, a disk or a service is not well, or is well again.',
    usual: true,
    one: (label) => label,
    many: (count) => `Health: ${count} things changed`,
  },
  update: {
    label: 'New versions',
    about: 'There is a newer Panelkeep.',
    usual: true,
    one: (label) => `${label} is there`,
    many: (count) => `${count} newer versions are there`,
  },
}

/** A message is to be read at a glance: of what came together these many are named. */
export const MOST_NAMED = 15

/** All that came together, as one message: `count` things, of which `items` are the first. */
export function noticeMessage(
  event: NoticeEvent,
  { count, items }: { count: number; items: readonly NoticeItem[] },
): { title: string; body: string } {
  const [first] = items
  if (first && count === 1) return { title: words[event].one(first.label), body: first.detail }
  const lines = items.map(lineOf)
  const more = count > items.length ? [`and ${count - items.length} more`] : []
  return { title: words[event].many(count), body: [...lines, ...more].join('\n') }
}

/** Some labels are a name, some a sentence of their own. */
const lineOf = ({ label, detail }: NoticeItem) =>
  detail === '' ? label : `${label}${label.endsWith('.') ? '' : ':'} ${detail}`
