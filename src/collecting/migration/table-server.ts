import type { AppEvent } from '../../base/events/types'
import { errorCode } from '../../base/platform/error-code'
import { ForeignFault } from '../../base/platform/foreign-database'
import type { Files, Random } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { SecondWriter } from '../../base/storage/second-writer'
import { type OpenedSource, openSource } from './open-source'
import { readSource, type SourceReading } from './preview'
import { runStep } from './run-step'
import type { MigrationSource } from './source'
import type { SourceKind } from './states'
import type {
  InspectMessage,
  OpenMessage,
  TableMessage,
  ThreadAnswer,
  ThreadFault,
  ThreadMessage,
} from './table-messages'

interface Deps {
  sources: readonly MigrationSource[]
  random: Random
  files: Files
  /** Keep derived rows up to date in each transaction. */
  hooks: readonly ((db: Pick<Database, 'read' | 'write' | 'beforeCommit'>) => void)[]
}

class Stopped extends Error {}

/** In the thread: reads sources, and moves tables over its own connection, each in one transaction. */
export class TableServer {
  private opened: OpenRun | undefined

  constructor(private readonly deps: Deps) {}

  async answer(message: ThreadMessage): Promise<ThreadAnswer> {
    try {
      if ('inspect' in message) return { reading: await this.inspect(message.inspect) }
      if ('open' in message) this.opened = await this.open(message.open)
      if ('close' in message) this.opened?.close()
      return { events: 'table' in message ? this.opened!.move(message.table) : [] }
    } catch (error) {
      return { fault: faultOf(error) }
    }
  }

  private async inspect({ kind, folder }: InspectMessage['inspect']): Promise<SourceReading> {
    const source = this.sourceOf(kind)
    const copy = await openSource(source, folder, this.deps.files)
    try {
      return readSource(source, copy.open)
    } finally {
      copy.close()
    }
  }

  /** Reads every page of the copy first. */
  private async open(given: OpenMessage['open']): Promise<OpenRun> {
    const source = this.sourceOf(given.kind)
    const copy = await openSource(source, given.folder, this.deps.files)
    return new OpenRun({ given, source, copy, deps: this.deps })
  }

  private sourceOf(of: SourceKind): MigrationSource {
    return this.deps.sources.find(({ kind }) => kind === of)!
  }
}

interface Opening {
  given: OpenMessage['open']
  source: MigrationSource
  copy: OpenedSource
  deps: Deps
}

class OpenRun {
  private readonly events: AppEvent[] = []
  private readonly writer: SecondWriter
  private readonly stop: Int32Array

  constructor(private readonly of: Opening) {
    this.stop = new Int32Array(of.given.stop)
    this.writer = new SecondWriter(of.given.database, (event) => this.events.push(event))
    for (const hook of of.deps.hooks) hook(this.writer)
  }

  /** Events of the transaction. */
  move({ name, at }: TableMessage['table']): AppEvent[] {
    const { given, source, copy, deps } = this.of
    const { run, roots, ownerName } = given
    const position = source.steps.findIndex((step) => step.name === name)
    const step = source.steps[position]!
    const { random } = deps
    const keepOn = () => {
      if (Atomics.load(this.stop, 0) !== 0) throw new Stopped('The move was stopped.')
    }
    const of = { run, source: copy.open, step, position, at, random, roots, ownerName, keepOn }
    this.writer.write((tx) => runStep({ ...of, tx }))
    this.writer.checkpoint()
    return this.events.splice(0)
  }

  close(): void {
    this.writer.close()
    this.of.copy.close()
  }
}

function faultOf(error: unknown): ThreadFault {
  const { message, stack } = error as Error
  const code = codeOf(error)
  if (error instanceof Refusal)
    return { kind: 'refusal', message: error.detail, refusal: { kind: error.kind, extra: error.extra } }
  const kind = error instanceof ForeignFault ? 'foreign' : error instanceof Stopped ? 'stopped' : 'other'
  return { kind, message, ...(code !== undefined && { code }), ...(stack !== undefined && { stack }) }
}

/** Also of an error within another: a raw statement of the query builder wraps SQLite's. */
function codeOf(error: unknown): string | undefined {
  return errorCode(error) ?? (error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : undefined)
}
