import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useEffect, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { countWords } from '../../parts/text/format'
import { showToast } from '../../state/toasts'
import { errorSentence, useBusy } from '../../state/use-busy'

export type WantGapsProps = { series: { comic_ids?: string[] }; onDone: () => void; onClose: () => void }

/** Adds the issues missing inside series to Wanted, after a confirmation that counts them. */
export function WantGaps({ series, onDone, onClose }: WantGapsProps) {
  const [asked, setAsked] = useState<{ text: string; action?: string }>({ text: 'Counting…' })
  const { busy, run } = useBusy()
  useEffect(() => {
    let isOpen = true
    call('POST /api/care/gaps/preview', { body: series })
      .then(({ issues, series }) => isOpen && setAsked(question(issues, series)))
      .catch((cause) => isOpen && setAsked({ text: errorSentence(cause) }))
    return () => {
      isOpen = false
    }
  }, [])
  const want = async () => {
    const { issues } = await call('POST /api/care/gaps/want', { body: series })
    showToast(`${countWords(issues, 'issue')} added to Wanted.`)
    invalidate('GET /api/care')
    onDone()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${busy} disabled=${!asked.action} onClick=${() => run(want, { onFailure: (text) => setAsked({ text }) })}>${asked.action ?? 'Want'}<//>
  `
  return html`<${Dialog} open title="Want missing issues?" onClose=${onClose} foot=${foot}><p role="status">${asked.text}</p><//>`
}

function question(issues: number, series: number): { text: string; action?: string } {
  if (issues === 0) return { text: 'All of them are wanted already.' }
  const many = countWords(issues, 'issue')
  return {
    text: `${many} of ${countWords(series, 'series', 'series')} will be added to Wanted.`,
    action: `Want ${many}`,
  }
}
