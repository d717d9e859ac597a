/** A step with the facts for its sentence. `took`: its duration, in words. */
export type StoryStep = {
  activity: string
  status: string
  provider: string | null
  reason_code: string | null
  reason_detail: string | null
  took?: string
}

/** The text of a step: a part of "It was …", or a sentence of its own. */
type StepText = { was: string } | { sentence: string }

const withWhy = (words: string, { reason_detail }: StoryStep): StepText => {
  const why = reason_detail?.trim()
  return { sentence: why ? `${words}: ${lowered(why).replace(/\.$/, '')}.` : `${words}.` }
}

const detailed = ({ reason_detail }: StoryStep): StepText => ({ sentence: reason_detail ?? '' })
const notImported = (step: StoryStep): StepText => withWhy('Nothing was imported', step)

/** Texts by code: the results of searches, scans, imports and repairs. */
const BY_REASON: Record<string, (step: StoryStep) => StepText> = {
  scanned: detailed,
  searched: detailed,
  scan_cancelled: () => ({ sentence: 'The scan was cancelled.' }),
  scan_failed: (step) => withWhy('The scan failed', step),
  imported: detailed,
  not_imported: notImported,
  import_undone: detailed,
  repaired: detailed,
  repair_conflicts: detailed,
  repair_rolled_back: detailed,
}

const SAYS: Record<string, (step: StoryStep) => StepText> = {
  'search.started': () => ({ sentence: 'The search started.' }),
  'search.succeeded': () => ({ sentence: 'The search finished.' }),
  'search.no_match': () => ({ sentence: 'No matching release was found.' }),
  'search.cancelled': () => ({ sentence: 'The search was cancelled.' }),
  'search.failed': (step) => withWhy('The search failed', step),
  'search.blocked': (step) => withWhy('The search could not start', step),
  'search.needs_attention': (step) => withWhy('The search stopped', step),
  'grab.succeeded': ({ provider }) => ({ was: provider ? `found on ${provider}` : 'found' }),
  'grab.failed': (step) => withWhy('The release could not be downloaded', step),
  'grab.blocked': (step) => withWhy('The release could not be downloaded', step),
  'grab.cancelled': () => ({ sentence: 'The release was cancelled before it was sent to the download client.' }),
  'download.succeeded': ({ took }) => ({ was: took ? `downloaded in ${took}` : 'downloaded' }),
  'download.failed': (step) => withWhy('The download failed', step),
  'download.cancelled': () => ({ sentence: 'The download was cancelled.' }),
  'import.succeeded': () => ({ was: 'imported' }),
  'import.failed': (step) => withWhy('Import failed', step),
  'import.needs_attention': (step) => withWhy('Downloaded, but it needs your attention', step),
  'import.cancelled': () => ({ sentence: 'The file was cancelled before it was imported.' }),
  'refresh.succeeded': () => ({ was: 'refreshed' }),
  'refresh.failed': (step) => withWhy('The refresh failed', step),
  'add.succeeded': () => ({ was: 'added' }),
  'add.failed': (step) => withWhy('It could not be added', step),
  'tag.succeeded': () => ({ sentence: 'Metadata was written.' }),
  'tag.failed': (step) => withWhy('Writing metadata failed', step),
  'tag.needs_attention': (step) => withWhy('Writing metadata needs your attention', step),
}

/** Texts for stories whose work is still running. */
const GOES_ON: Record<string, string> = {
  'grab.succeeded': 'The download is in progress.',
  'download.succeeded': 'It will be imported next.',
  'import.started': 'It is being imported.',
  'refresh.started': 'It is being refreshed.',
  'add.started': 'It is being added.',
  'tag.started': 'Metadata is being written.',
}

/** A story in sentences, without the name: "Found on Indexer A, downloaded in 2 minutes and imported." */
export function storySentence(steps: readonly StoryStep[]): string {
  const sentences: string[] = []
  let was: string[] = []
  const close = () => {
    if (was.length > 0) sentences.push(sentences.length === 0 ? `${raised(listed(was))}.` : `It was ${listed(was)}.`)
    was = []
  }
  for (const step of steps) {
    const says = (BY_REASON[step.reason_code ?? ''] ?? SAYS[nameOf(step)])?.(step)
    if (!says) continue
    if ('was' in says) was.push(says.was)
    else {
      close()
      // Skips repeats: the reasons of a search over many issues are often the same, and so is the end of each import.
      const isRepeated = step.activity === 'tag' && sentences.includes(says.sentence)
      if (sentences.at(-1) !== says.sentence && !isRepeated) sentences.push(says.sentence)
    }
  }
  close()
  const last = steps.at(-1)
  const goes = last && GOES_ON[nameOf(last)]
  return [...sentences, ...(goes ? [goes] : [])].join(' ')
}

const nameOf = ({ activity, status }: StoryStep) => `${activity}.${status}`

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const raised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** After a colon a sentence begins in lower case, but a name or an abbreviation keeps its capitals. */
function lowered(text: string): string {
  return /^(?:The|A|An|It|Its|No|Nobody|Nothing|None|Every|All|There|This|What)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}
