import './about.css'
import { useMutation, useQuery } from '../../../api/query'
import { html } from '../../../html'
import { SystemPage } from '../../../panels/system-page'
import { Button } from '../../../parts/controls/button'
import { ErrorLook } from '../../../parts/status/error-look'
import { Mark } from '../../../parts/status/mark'
import { Skeleton } from '../../../parts/status/skeleton'
import { TimeText } from '../../../parts/text/when'
import { isManager } from '../../../state/user'
import { ReleaseNotes } from './release-notes'
import { StopButtons } from './stop-buttons'
import { UpdateView } from './update-view'
import { type Version, versionLook, whyUnknown } from './version-words'

/** The version, its release notes, and the buttons for restart and stop. */
export function AboutPage() {
  return html`<${SystemPage} tab="about"><${AboutView} /><//>`
}

function AboutView() {
  const { data, error, reload } = useQuery('GET /api/system/version')
  if (!data && error)
    return html`<${ErrorLook} what="The version could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${6} label="Loading the version" />`
  return html`
    ${isManager() ? html`<${ManagerAbout} version=${data} />` : html`<${OwnerAbout} version=${data} />`}
    <${News} />
  `
}

/** Without updates, folders, restart and stop. */
function ManagerAbout({ version }: { version: Version }) {
  return html`
    <section class="about-version">
      <h2>${version.current_release_name}</h2>
      <p>${PURPOSE}</p>
    </section>
    <${Facts} folders=${[]} />
  `
}

function OwnerAbout({ version }: { version: Version }) {
  return html`
    <${VersionView} version=${version} />
    <${OwnerFacts} />
    <${StopButtons} />
  `
}

const PURPOSE = 'Keeps your comics and manga on your own machine. It contacts only services that you switched on.'

function VersionView({ version }: { version: Version }) {
  const check = useMutation('POST /api/system/version/check', {
    invalidates: ['GET /api/system/version', 'GET /api/system/update'],
  })
  const { current_release_name, update_reason, update_error, checked_at, release_url, release_name } = version
  const { mark, word } = versionLook(version)
  const why = whyUnknown(version)
  return html`
    <section class="about-version">
      <h2>${current_release_name}</h2>
      <p>${PURPOSE}</p>
      <p class="about-state">
        ${why ? html`<span class="system-quiet">${why}</span>` : html`<${Mark} state=${mark} word=${word} />`}
        ${
          release_url &&
          version.update_state === 'behind' &&
          html`
            <a class="system-link" href=${release_url} rel="noreferrer">${release_name ?? 'About this version'}</a>
          `
        }
        ${checked_at && html`<span class="system-quiet">Checked <${TimeText} at=${checked_at} /></span>`}
      </p>
      ${update_error && html`<p class="system-wrong" role="alert">${update_error}</p>`}
      ${check.error && html`<p class="system-wrong" role="alert">${check.error.detail}</p>`}
      ${
        update_reason === 'no_update_feed'
          ? html`<p><${Button} size="small" href="/settings?q=update_feed">Set an update feed<//></p>`
          : html`<p><${Button} size="small" icon="refresh" busy=${check.busy} onClick=${() => check.run()}>Check for updates<//></p>`
      }
      <${UpdateView} current=${version.current_version} />
    </section>
  `
}

function OwnerFacts() {
  const { data: backups } = useQuery('GET /api/system/backups')
  const { data: log } = useQuery('GET /api/system/logs', { query: { lines: 1 } })
  const { data: config } = useQuery('GET /api/config')
  const folders = [
    { term: 'Data', text: config?.data_dir as string | undefined },
    { term: 'Backups', text: backups?.folder },
    { term: 'Log', text: log?.path },
  ]
  return html`<${Facts} folders=${folders} />`
}

type Folder = { term: string; text: string | undefined }

function Facts({ folders }: { folders: readonly Folder[] }) {
  return html`
    <dl class="about-facts">
      ${folders.map(({ term, text }) => text && html`<div key=${term}><dt>${term}</dt><dd><code>${text}</code></dd></div>`)}
      <div><dt>For programs</dt><dd><a class="system-link" href="/system/api">Every route of the API</a></dd></div>
      <div><dt>Licence</dt><dd>MIT</dd></div>
    </dl>
  `
}

function News() {
  const { data } = useQuery('GET /api/system/whats-new/archive')
  if (!data || data.sections.length === 0) return null
  return html`
    <section class="system-section">
      <h2>What is new</h2>
      <${ReleaseNotes} sections=${data.sections} />
    </section>
  `
}
