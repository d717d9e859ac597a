import { ZipWriter } from '../../../base/formats/zip/writer'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Log } from '../../../base/platform/ports'
import type { SectionName } from './bundle-schema'

/** Version of the bundle format, for the tools that read it. */
export const CONTRACT_VERSION = 1
const MOST_BYTES = 512 * 1024

export type BundleCode =
  | 'support_bundle_in_progress'
  | 'support_bundle_unavailable'
  | 'support_bundle_validation_failed'
  | 'support_bundle_generation_failed'

export class BundleFault extends Error {
  override readonly name = 'BundleFault'

  constructor(
    readonly code: BundleCode,
    /** A sentence for the user. */
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options)
  }
}

export interface Bundle {
  zip: Uint8Array<ArrayBuffer>
  status: 'complete' | 'partial'
}

interface Deps {
  clock: Clock
  log: Log
  /** The version of Panelkeep. */
  version: string
  sections: Record<SectionName, () => unknown>
}

/** The support bundle: state in fixed words and rough counts, without names, so that users can share it. */
export class SupportBundle {
  private isMaking = false
  private isStopped = false

  constructor(private readonly deps: Deps) {}

  /** Throws BundleFault. */
  async make(): Promise<Bundle> {
    if (this.isStopped) throw new BundleFault('support_bundle_unavailable', 'Panelkeep is stopping.')
    if (this.isMaking) throw new BundleFault('support_bundle_in_progress', 'A support bundle is being made already.')
    this.isMaking = true
    try {
      return await this.made()
    } catch (error) {
      if (error instanceof BundleFault) throw error
      this.deps.log.error('system', 'support bundle failed', { error })
      const detail = 'The support bundle could not be made. The log says why.'
      throw new BundleFault('support_bundle_generation_failed', detail, { cause: error })
    } finally {
      this.isMaking = false
    }
  }

  stop(): void {
    this.isStopped = true
  }

  private async made(): Promise<Bundle> {
    const { version, clock } = this.deps
    const { found, missing } = await this.gather()
    const status = missing.length === 0 ? 'complete' : 'partial'
    const manifest = { contract_version: CONTRACT_VERSION, status, version, sections: Object.keys(found), missing }
    const members = { 'README.txt': README, 'manifest.json': written(manifest), 'diagnostics.json': written(found) }
    const pieces: Uint8Array[] = []
    const writer = new ZipWriter(async (bytes) => void pieces.push(bytes))
    for (const [name, text] of Object.entries(members)) {
      await writer.add(name, new TextEncoder().encode(text), clock.now())
    }
    await writer.end()
    const zip = new Uint8Array(Buffer.concat(pieces))
    if (zip.length > MOST_BYTES)
      throw new BundleFault('support_bundle_validation_failed', 'The support bundle became larger than 512 KiB.')
    return { zip, status }
  }

  /** Collects each section separately: a section that fails, or that contains forbidden content, is left out. */
  private async gather(): Promise<{ found: Partial<Record<SectionName, unknown>>; missing: SectionName[] }> {
    const found: Partial<Record<SectionName, unknown>> = {}
    const missing: SectionName[] = []
    // Bundles are rare: the checker is loaded on demand.
    const [{ Compile }, { Sections }] = await Promise.all([import('typebox/compile'), import('./bundle-schema')])
    for (const name of Object.keys(Sections) as SectionName[]) {
      await nextTurn() // counting a large library takes a moment
      try {
        const section = await this.deps.sections[name]()
        if (!Compile(Sections[name]).Check(section)) throw new Error('the section contains forbidden content')
        found[name] = section
      } catch (error) {
        this.deps.log.warn('system', 'section of the support bundle left out', { section: name, error })
        missing.push(name)
      }
    }
    return { found, missing }
  }
}

const written = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const README = `Support bundle of Panelkeep

This bundle describes the state of Panelkeep for the people who help you. It contains
fixed words, switches, versions and rough counts ("10-99"). It contains no names of
series, files or folders, no addresses, no keys, no log lines and no ids.

manifest.json     which sections are here, and which could not be read
diagnostics.json  the sections
`
