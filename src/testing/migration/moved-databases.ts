import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ForeignDatabase } from '../../base/platform/foreign-database'
import { isPresent } from '../harness/programs'

const GIVEN = join(import.meta.dir, '../../../../shared/data/moving')

/** The sample databases of other programs, if this machine has them. */
export const sampleDatabases = isPresent(existsSync(GIVEN), 'the databases of other programs are not on this machine')

export const samplePath = (program: string) => join(GIVEN, `${program}.db`)

/** The expected rows of a program's sample. */
export const sampleRows = (program: string): ReturnType<typeof JSON.parse> =>
  JSON.parse(readFileSync(join(GIVEN, 'expected.json'), 'utf8'))[program]

/** A database for one test, with a folder of its own. */
export class ForeignFixture {
  private readonly folder = mkdtempSync(join(tmpdir(), 'panelkeep-foreign-'))
  private readonly path = join(this.folder, 'source.db')
  private open: ForeignDatabase | undefined

  /** A copy of a sample. */
  static sample(program: string): ForeignFixture {
    const fixture = new ForeignFixture()
    copyFileSync(samplePath(program), fixture.path)
    return fixture
  }

  /** A database made of statements. */
  static of(...statements: string[]): ForeignFixture {
    return new ForeignFixture().run(...statements)
  }

  run(...statements: string[]): this {
    const raw = new Database(this.path, { create: true })
    raw.run('BEGIN')
    for (const statement of statements) raw.run(statement)
    raw.run('COMMIT')
    raw.close()
    return this
  }

  get database(): ForeignDatabase {
    this.open ??= new ForeignDatabase(this.path)
    return this.open
  }

  close(): void {
    this.open?.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
