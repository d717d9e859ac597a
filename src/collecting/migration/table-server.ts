import type { AppEvent } from '../../base/events/types'
import { ForeignDatabase, ForeignFault } from '../../base/platform/foreign-database'
import type { Random } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { SecondWriter } from '../../base/storage/second-writer'
import { runStep } from './run-step'
import type { MovingSource } from './source'
import type { OpenMessage, TableMessage, ThreadAnswer, ThreadFault, ThreadMessage } from './table-messages'

interface Deps {
  sources: readonly MovingSource[]
  random: Random
  /** Keep derived rows up to date in each transaction. */
  hooks: readonly ((db: Pick<Database, 'read' | 'write' | 'beforeCommit'>) => void)[]
}

class Stopped extends Error {}

/** In the thread: moves tables over its own connection, each in one transaction. */
export class TableServer {
  private opened: Opened | undefined

  constructor(private readonly deps: Deps) {}

  answer(message: ThreadMessage): ThreadAnswer {
    try {
      if ('open' in message) this.opened = new Opened(message.open, this.deps)
      if ('close' in message) this.opened?.close()
      return { events: 'table' in message ? this.opened!.move(message.table) : [] }
    } catch (error) {
      return { fault: faultOf(error) }
    }
  }
}

class Opened {
  private readonly events: AppEvent[] = []
  private readonly writer: SecondWriter
  private readonly source: MovingSource
  private readonly copy: ForeignDatabase
  private readonly stop: Int32Array

  constructor(
    private readonly given: OpenMessage['open'],
    private readonly deps: Deps,
  ) {
    this.stop = new Int32Array(given.stop)
    this.source = deps.sources.find(({ kind }) => kind === given.kind)!
    this.writer = new SecondWriter(given.database, (event) => this.events.push(event))
    for (const hook of deps.hooks) hook(this.writer)
    this.copy = new ForeignDatabase(given.copy)
  }

  /** Events of the transaction. */
  move({ name, at }: TableMessage['table']): AppEvent[] {
    const { run, texts, roots } = this.given
    const position = this.source.steps.findIndex((step) => step.name === name)
    const step = this.source.steps[position]!
    const source = { database: this.copy, texts }
    const { random } = this.deps
    const keepOn = () => {
      if (Atomics.load(this.stop, 0) !== 0) throw new Stopped('The move was stopped.')
    }
    this.writer.write((tx) => runStep({ tx, run, source, step, position, at, random, roots, keepOn }))
    this.writer.checkpoint()
    return this.events.splice(0)
  }

  close(): void {
    this.writer.close()
    this.copy.close()
  }
}

function faultOf(error: unknown): ThreadFault {
  const { message, stack, code } = error as Error & { code?: string }
  const kind =
    error instanceof Refusal
      ? 'refusal'
      : error instanceof ForeignFault
        ? 'foreign'
        : error instanceof Stopped
          ? 'stopped'
          : 'other'
  return { kind, message: error instanceof Refusal ? error.detail : message, code, stack }
}
