import { useQuery } from '../../api/query'
import { html } from '../../html'
import { SelectField } from '../../parts/controls/field'
import { countWords } from '../../parts/text/format'
import { JOIN, LEAVE, OWNER, type PersonChoice } from './person-choice'
import type { SourcePerson } from './wire'

export type PeopleProps = {
  people: readonly SourcePerson[]
  choiceOf: (person: SourcePerson) => PersonChoice
  onChoose: (id: string, choice: PersonChoice) => void
}

/** The users of the other program, to choose from: each brings progress, bookmarks, ratings, lists and limits. */
export function People({ people, choiceOf, onChoose }: PeopleProps) {
  const { data } = useQuery('GET /api/users')
  const others = (data?.users ?? []).filter(({ user_id }) => user_id !== OWNER)
  const choices = [
    { value: `${JOIN}${OWNER}`, label: 'This is me' },
    { value: 'reader', label: 'New user: reader' },
    { value: 'manager', label: 'New user: manager' },
    ...others.map(({ user_id, name }) => ({ value: `${JOIN}${user_id}`, label: `Is ${name}` })),
    { value: LEAVE, label: 'Leave out' },
  ]
  return html`
    <section class="moving-section">
      <h2>Users</h2>
      <p class="moving-quiet">Reading progress, bookmarks, ratings and lists are copied for each user that you choose. Passwords are not: send new users an invitation after the move.</p>
      <ul class="moving-people">
        ${people.map((person) => html`<${Person} key=${person.id} person=${person} choices=${choices} choice=${choiceOf(person)} onChoose=${onChoose} />`)}
      </ul>
    </section>
  `
}

/** The other program's limits: an age, or those that have no counterpart. */
function limitWords(limits: SourcePerson['limits']): string {
  if (limits === null) return 'Sees the whole library'
  if (limits.collections !== null) return 'Sees nothing until you choose'
  const ages = `Sees up to ${countWords(limits.max_age ?? 0, 'year')}`
  return limits.unrated === 'allow' ? `${ages}, and what has no rating` : ages
}

type PersonProps = {
  person: SourcePerson
  choices: readonly { value: string; label: string }[]
  choice: PersonChoice
  onChoose: PeopleProps['onChoose']
}

function Person({ person, choices, choice, onChoose }: PersonProps) {
  const { id, name, progress, is_admin, hidden_by } = person
  const isNewReader = choice === 'reader'
  const facts = [
    `${countWords(progress, 'issue')} read or begun`,
    is_admin && 'Administrator',
    isNewReader && limitWords(person.limits),
  ].filter(Boolean)
  return html`
    <li>
      <div class="moving-person">
        <b>${name}</b>
        <p>${facts.join(' · ')}</p>
        ${isNewReader && hidden_by && html`<p>${hidden_by}</p>`}
      </div>
      <${SelectField} label=${`What happens with ${name}`} unlabelled value=${choice} choices=${choices} onChange=${(next: string) => onChoose(id, next as PersonChoice)} />
    </li>
  `
}
