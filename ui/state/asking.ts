import { call } from '../api/client'
import type { Input } from '../api/contract'
import { invalidate } from '../api/query'
import { signal } from '../html'
import { runWithToast } from './run-with-toast'

type AskBody = NonNullable<Input<'POST /api/requests'>['body']>
/** What a user is about to ask for: a series of a provider, or a missing issue. `title` names it: "Saga #12". */
export type AskTarget = { title: string; cover: string | null; body: AskBody }

/** The series or issue whose dialog is open. */
export const askTarget = signal<AskTarget | undefined>(undefined)

/** Opens the dialog in which the user adds a note and asks. */
export function openAsk(target: AskTarget): void {
  askTarget.value = target
}

export function askForIssue(issue: { id: string; cover: string | null }, title: string): void {
  openAsk({ title, cover: issue.cover, body: { kind: 'issue', issue_id: issue.id } })
}

/** Sends the request, with a toast. Returns whether it succeeded. */
export async function sendAsk({ title, body }: AskTarget, note: string): Promise<boolean> {
  const sent = await runWithToast(
    () => call('POST /api/requests', { body: { ...body, note: note.trim() } }),
    `You asked for ${title}.`,
  )
  if (sent) invalidate('GET /api/requests')
  return sent
}
