import { useMutation } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { PasswordField } from '../../parts/controls/field'
import { Confirm, Dialog } from '../../parts/dialogs/dialog'
import { showToast } from '../../state/toasts'

const SHOWN = ['GET /api/account', 'GET /api/auth/known-users']
const PIN = /^\d{4,8}$/
const MOST = 8

/** The PIN for switching to this user on this device. */
export function PinRow({ hasPin }: { hasPin: boolean }) {
  const [open, setOpen] = useState<'set' | 'remove' | undefined>(undefined)
  const close = () => setOpen(undefined)
  return html`
    <div class="account-actions">
      <${Button} onClick=${() => setOpen('set')}>${hasPin ? 'Change the PIN' : 'Set a PIN'}<//>
      ${hasPin && html`<${Button} kind="quiet" onClick=${() => setOpen('remove')}>Remove<//>`}
    </div>
    ${open === 'set' && html`<${PinDialog} hasPin=${hasPin} onClose=${close} />`}
    ${open === 'remove' && html`<${RemovePin} onClose=${close} />`}
  `
}

function PinDialog({ hasPin, onClose }: { hasPin: boolean; onClose: () => void }) {
  const [pin, setPin] = useState('')
  const [current, setCurrent] = useState('')
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const [sent, setSent] = useState('')
  const save = useMutation('PUT /api/account/pin', { invalidates: SHOWN })
  const submit = async (event: Event) => {
    event.preventDefault()
    const isPin = PIN.test(pin)
    setWrong(isPin ? undefined : 'Use 4 to 8 digits.')
    setSent(current)
    if (!isPin || !(await save.run({ body: { pin, current_password: current } }))) return
    showToast('The PIN is set.')
    onClose()
  }
  const fields = {
    pin: {
      label: 'PIN',
      value: pin,
      onInput: (text: string) => {
        setPin(text)
        setWrong(undefined)
      },
      digits: true,
      maxLength: MOST,
      autocomplete: 'off',
      autofocus: true,
      hint: '4 to 8 digits, for this device only.',
      error: wrong,
    },
    current: {
      label: 'Current password',
      value: current,
      onInput: setCurrent,
      autocomplete: 'current-password',
      error: current === sent ? save.error?.detail : undefined,
    },
  }
  return html`
    <${Dialog} open title=${hasPin ? 'Change the PIN' : 'Set a PIN'} help="users#share-a-tablet" onClose=${onClose}>
      <form class="setting-form" onSubmit=${submit}>
        <${PasswordField} ...${fields.pin} />
        <${PasswordField} ...${fields.current} />
        <${Button} kind="main" type="submit" busy=${save.busy} disabled=${pin === '' || current === ''}>Set the PIN<//>
      </form>
    <//>
  `
}

function RemovePin({ onClose }: { onClose: () => void }) {
  const remove = useMutation('DELETE /api/account/pin', { invalidates: SHOWN })
  const run = async () => {
    if (!(await remove.run())) return
    showToast('The PIN is removed.')
    onClose()
  }
  const text = html`Switching to you on this device asks for your password then.
    ${remove.error && html`<span class="setting-wrong" role="alert"> ${remove.error.detail}</span>`}`
  const confirm = {
    title: 'Remove the PIN?',
    text,
    action: 'Remove the PIN',
    danger: true,
    busy: remove.busy,
    onConfirm: run,
    onClose,
  }
  return html`<${Confirm} open ...${confirm} />`
}
