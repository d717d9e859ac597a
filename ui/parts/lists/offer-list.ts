import './offer-list.css'
import { html, useState } from '../../html'
import { runWithToast } from '../../state/run-with-toast'
import { showToast } from '../../state/toasts'
import { useBusy } from '../../state/use-busy'
import { Button } from '../controls/button'

export type Offer = {
  name: string
  /** The extent of the offer, such as "12 issues of 3 series". */
  words: string
}

export type OfferListProps = {
  title: string
  /** What the names are. */
  text: string
  offers: readonly Offer[]
  /** Offers on all pages; the list has the first ones. */
  total: number
  /** The label of the button that accepts. */
  action: string
  onAccept: (name: string) => Promise<unknown>
  onDismiss: (name: string, dismissed: boolean) => Promise<unknown>
}

const FEW = 4

/** Names from the metadata of files, each with a button that creates an arc or collection from it. */
export function OfferList({ title, text, offers, total, action, onAccept, onDismiss }: OfferListProps) {
  const [isWhole, setWhole] = useState(false)
  if (offers.length === 0) return null
  const shown = isWhole ? offers : offers.slice(0, FEW)
  return html`
    <section class="offers">
      <h2>${title}</h2>
      <p>${text}</p>
      <ul>
        ${shown.map(
          (offer) => html`
            <${Line} key=${offer.name} offer=${offer} action=${action} onAccept=${onAccept} onDismiss=${onDismiss} />
          `,
        )}
      </ul>
      ${
        !isWhole &&
        offers.length > FEW &&
        html`<${Button} size="small" kind="quiet" onClick=${() => setWhole(true)}>Show all ${total}<//>`
      }
    </section>
  `
}

type LineProps = Pick<OfferListProps, 'action' | 'onAccept' | 'onDismiss'> & { offer: Offer }

function Line({ offer: { name, words }, action, onAccept, onDismiss }: LineProps) {
  const { busy, run } = useBusy()
  const dismiss = async () => {
    if (!(await runWithToast(() => onDismiss(name, true)))) return
    const undo = { label: 'Undo', run: () => void runWithToast(() => onDismiss(name, false)) }
    showToast(`${name} is no longer offered.`, { action: undo })
  }
  return html`
    <li>
      <span><b>${name}</b><small>${words}</small></span>
      <${Button} size="small" disabled=${busy} label=${`${action}: ${name}`} onClick=${() => run(() => runWithToast(() => onAccept(name)))}>${action}<//>
      <${Button} size="small" kind="quiet" disabled=${busy} label=${`Dismiss ${name}`} onClick=${() => run(dismiss)}>Dismiss<//>
    </li>
  `
}
