import './copy.css'
import { html, useEffect, useState } from '../../html'
import { breakable } from '../text/breakable'
import { Button } from './button'

/** A text with a button that copies it. */
export type CopyProps = { text: string; label: string }

const SAID_MS = 2_000

export function Copy({ text, label }: CopyProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await copyText(text)
    setCopied(true)
  }
  return html`
    <div class="copy">
      <code>${breakable(text)}</code>
      <${Button} kind="quiet" size="small" icon=${copied ? 'check' : 'copy'} label=${copied ? 'Copied' : label} onClick=${copy} />
      <span class="unseen" role="status">${copied ? 'Copied' : ''}</span>
    </div>
  `
}

/** Browsers close the clipboard to pages over plain HTTP from another machine; the old copy command still works there. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const box = document.createElement('textarea')
  box.value = text
  document.body.append(box)
  box.select()
  document.execCommand('copy')
  box.remove()
}
