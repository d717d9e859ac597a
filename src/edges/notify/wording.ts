import type { NoticeEvent, NoticeItem } from './states'

interface Words {
  label: string
  about: string
  /** Whether a new target gets the event by default. */
  usual: boolean
  one: (label: string) => string
  many: (count: number) => string
}

/** The label and the text of each event. */
export const words: Record<NoticeEvent, Words> = {
  arrived: {
    label: 'Issues imported',
    about: 'Downloaded issues are in the library.',
    usual: true,
    one: (label) => `${label} imported`,
    many: (count) => `${count} issues imported`,
  },
  grabbed: {
    label: 'Releases were grabbed',
    about: 'A release was sent to a download client.',
    usual: false,
    one: (label) => `${label} was grabbed`,
    many: (count) => `${count} releases were grabbed`,
  },
  failed: {
    label: 'Downloads failed',
    about: 'A download failed; another release is searched for.',
    usual: false,
    one: (label) => `The download of ${label} failed`,
    many: (count) => `${count} downloads failed`,
  },
  needs_attention: {
    label: 'Something needs attention',
    about: 'A download needs your decision.',
    usual: true,
    one: (label) => `${label} needs attention`,
    many: (count) => `${count} things need attention`,
  },
  requested: {
    label: 'Requests',
    about: 'A reader asks for a series or an issue.',
    usual: true,
    one: (label) => label,
    many: (count) => `${count} requests`,
  },
  health: {
    label: 'Health',
    about: 'A problem with a folder, disk or service was found or resolved.',
    usual: true,
    one: (label) => label,
    many: (count) => `Health: ${count} things changed`,
  },
  update: {
    label: 'New versions',
    about: 'A newer version of Panelkeep is available.',
    usual: true,
    one: (label) => `${label} is there`,
    many: (count) => `${count} newer versions are there`,
  },
}

/** Maximum number of events that are named, so that a notice is readable at a glance. */
export const MOST_NAMED = 15

/** One message for `count` events, of which `items` are the first. */
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

/** Some labels are a name, some a whole sentence. */
const lineOf = ({ label, detail }: NoticeItem) =>
  detail === '' ? label : `${label}${label.endsWith('.') ? '' : ':'} ${detail}`
