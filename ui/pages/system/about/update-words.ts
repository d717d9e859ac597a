import type { Reply } from '../../../api/contract'
import { sizeWords } from '../../../parts/text/format'

export type UpdatePage = Reply<'GET /api/system/update'>
export type Update = NonNullable<UpdatePage['update']>

const STEPS = {
  downloading: 'Downloading',
  verifying: 'Verifying',
  backing_up: 'Backing up',
  preparing: 'Preparing',
  restarting: 'Restarting',
} as const
type Step = keyof typeof STEPS

const ORDER = Object.keys(STEPS) as Step[]

export const isUpdating = (update: Update | null): update is Update & { state: Step } =>
  update !== null && update.state in STEPS

/** The steps of a running update, each done, current or still to come. */
export function updateSteps(update: Update & { state: Step }) {
  const at = ORDER.indexOf(update.state)
  return ORDER.map((step, index) => ({
    step,
    word: STEPS[step],
    look: index < at ? ('done' as const) : index === at ? ('current' as const) : ('next' as const),
  }))
}

/** From 0 to 1 during the download; undefined for steps whose length is unknown. */
export const downloadShare = ({ state, received, size }: Update): number | undefined =>
  state === 'downloading' ? received / size : undefined

export function progressWords(update: Update & { state: Step }): string {
  if (update.state !== 'downloading') return `${STEPS[update.state]}…`
  return `${STEPS.downloading}: ${sizeWords(update.received)} of ${sizeWords(update.size)}`
}

/** The text of the confirmation before an update. */
export function confirmWords(current: string, { version, size }: NonNullable<UpdatePage['available']>) {
  const download = size === null ? 'Panelkeep downloads the new version' : `Panelkeep downloads ${sizeWords(size)}`
  return {
    title: `Update to ${version}?`,
    text: `${download}, backs up the library and restarts. If the new version does not start, Panelkeep goes back to ${current}.`,
    action: 'Update',
  }
}
