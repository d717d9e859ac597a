import { LibraryFolders } from '../../forms/library-folders'
import type { OptionForm } from '../../forms/option-form'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import type { SetupChoices } from './setup'

type StepFoldersProps = { now: SetupChoices; form: OptionForm | undefined; onBack: () => void; onDone: () => void }

/** The folders are saved as they are chosen, so that the setup can be left at any time. */
export function StepFolders({ now, form, onBack, onDone }: StepFoldersProps) {
  const any = now.comics.length + now.manga.length > 0
  return html`
    <div class="login-form">
      <h1>Where are your comics?</h1>
      <p class="login-lead">Choose the folders on this computer that hold your collection. Nothing in them is changed.</p>
      ${form && html`<${LibraryFolders} form=${form} />`}
      <div class="login-actions">
        <${Button} kind="quiet" size="large" onClick=${onBack}>Back<//>
        <${Button} kind=${any ? 'main' : 'plain'} size="large" onClick=${onDone}>${any ? 'Continue' : 'Skip'}<//>
      </div>
    </div>
  `
}
