import type { Static, TObject } from 'typebox'
import { countWords } from '../../../base/platform/words'
import { Refusal } from '../../../base/refusal'
import type { ReadHandle } from '../../../base/storage/database'
import { readToolArguments, shortSchema } from '../library/arguments'
import { listedIssues, type ToolIssue } from '../library/issue-store'
import { resultForModel, type ToolResult } from '../library/tool'
import { lineForModel } from '../library/untrusted'
import type { ActionTool, ProposalContext, ProposalResult } from './action-tool'
import type { ProposedAction } from './schema'

/** Shared code of the tools that propose. */

/** Maximum number of issues in one proposal, and of entries in a list to be ordered. */
export const MOST_PROPOSED_ISSUES = 200

interface Definition<P extends TObject> {
  name: string
  description: string
  parameters: P
  run(args: Static<P>, context: ProposalContext): Promise<ProposalResult> | ProposalResult
}

/** A tool with validated arguments. */
export function actionTool<P extends TObject>({ run, ...definition }: Definition<P>): ActionTool {
  const { name, parameters } = definition
  return {
    ...definition,
    parameters: shortSchema(parameters),
    checksArguments: true,
    run: async (args, context) => run(readToolArguments(name, parameters, args), context),
  }
}

/** The tool with secrets removed from its replies. The sentence of a refusal also contains text from outside. */
export function hidingSecrets(tool: ActionTool, hide: (text: string) => string): ActionTool {
  return {
    ...tool,
    async run(args, context) {
      try {
        const { action, content } = await tool.run(args, context)
        return { ...(action ? { action } : {}), content: hide(content) }
      } catch (error) {
        throw error instanceof Refusal ? new Refusal(error.kind, hide(error.detail)) : error
      }
    },
  }
}

/** Tells the model what was proposed, and that nothing changed. */
export function proposalResult(action: ProposedAction, more?: string): ProposalResult {
  const { title, status, changes } = action
  const note = 'Nothing has changed yet: the user has to confirm it on the card below your answer.'
  const content = {
    proposal: lineForModel(title),
    status,
    changes: changes.length,
    note: more ? `${note} ${more}` : note,
  }
  return { action, content: JSON.stringify(content) }
}

/** A reply without a proposal, with rows to choose from. */
export const choiceResult = (result: ToolResult): ProposalResult => ({ content: resultForModel(result) })

/** The issues with these ids, without duplicates. Throws Refusal 'invalid' for an id that the library does not have. */
export function knownIssues(db: ReadHandle, ids: readonly string[]): ToolIssue[] {
  const unique = [...new Set(ids)]
  if (unique.length === 0) throw new Refusal('invalid', 'Name at least one issue by its IssueID.')
  if (unique.length > MOST_PROPOSED_ISSUES)
    throw new Refusal('invalid', `A proposal has ${MOST_PROPOSED_ISSUES} issues at most. Propose a part of them.`)
  const issues = listedIssues(db, unique)
  const known = new Set(issues.map(({ issue_id }) => issue_id))
  const unknown = unique.find((id) => !known.has(id))
  if (unknown === undefined) return issues
  throw new Refusal('invalid', `The library has no issue with the id ${unknown}. Use an IssueID of a row.`)
}

/** "1 issue", "3 issues" */
export const issueCount = (count: number): string => countWords(count, 'issue')
