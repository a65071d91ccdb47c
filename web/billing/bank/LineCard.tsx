import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { ActionButton } from '../../kit/actions/ActionButton.tsx'
import { toDay } from '../../kit/format/format.ts'
import { toMoney } from '../../kit/format/money.ts'
import { Money } from '../Money.tsx'
import classes from './Bank.module.css'
import { SplitDialog } from './SplitDialog.tsx'
import type { Choice, Part, Suggested } from './suggested.ts'

/** A line of the bank: what it says, what it may be for, and what else can be done with it. */
export function LineCard({ suggested, choice, change }: Props) {
  const { t } = useTranslation()
  const [splitting, setSplitting] = useState(false)
  const { line } = suggested
  const of = { day: toDay(line.day), amount: toMoney(line.amount, line.currency) }
  return (
    <li className={classes.line}>
      <Checkbox
        aria-label={t('billing:bank.pick', of)}
        checked={choice.ticked}
        disabled={choice.parts.length === 0}
        onChange={({ currentTarget }) => change({ ...choice, ticked: currentTarget.checked })}
      />
      <div className={classes.said}>
        <span className={classes.who}>{line.name || line.reference || line.details}</span>
        <Text size="sm" c="dimmed">
          {[of.day, line.name && line.reference, line.details].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className={classes.amount}>
        <Money amount={line.amount} currency={line.currency} strong />
      </div>
      <Match suggested={suggested} choice={choice} change={change} />
      <Group gap="xs" className={classes.steps}>
        <Button variant="default" size="xs" onClick={() => setSplitting(true)}>
          {t(choice.parts.length === 0 ? 'billing:bank.choose' : 'billing:bank.split')}
        </Button>
        <ActionButton
          variant="subtle"
          color="gray"
          size="xs"
          run={() => client.act('POST bankline/ignore', { id: line.id })}
          done={t('billing:bank.ignored')}
          changes={['bankline', 'bankstatement']}
        >
          {t('billing:bank.ignore')}
        </ActionButton>
      </Group>
      {splitting && (
        <SplitDialog
          line={line}
          parts={choice.parts}
          take={(parts) => change({ ticked: true, parts })}
          close={() => setSplitting(false)}
        />
      )}
    </li>
  )
}

/** What the line is for: the match that is chosen, others to choose from, and how sure it is. */
function Match({ suggested, choice, change }: Props) {
  const { t } = useTranslation()
  const { line, matches } = suggested
  const of = { day: toDay(line.day), amount: toMoney(line.amount, line.currency) }
  const at = matches.findIndex(({ parts }) => JSON.stringify(parts) === JSON.stringify(choice.parts))
  const nameOf = ({ arrives_on, contact_name: name, document_number, document_amount, document_currency }: Part) => {
    if (arrives_on !== null) return t('billing:bank.payoutOf', { name, day: toDay(arrives_on) })
    if (document_number === null) return t('billing:bank.creditOf', { name })
    const foreign = document_amount === null ? [] : [toMoney(document_amount, document_currency!)]
    return [document_number, name, ...foreign].join(' · ')
  }
  const partsOf = (parts: Part[]) => {
    const [first] = parts
    if (!first || parts.length === 1) return parts.map(nameOf).join()
    // A name once, where all documents are of one contact.
    const is_one = parts.every(
      ({ contact_id, document_number, document_amount }) =>
        contact_id === first.contact_id && document_number !== null && document_amount === null,
    )
    const each = (part: Part) =>
      `${is_one ? part.document_number : nameOf(part)} (${toMoney(part.amount, line.currency)})`
    return parts.map(each).join(', ') + (is_one ? ` · ${first.contact_name}` : '')
  }
  const surenessOf = ({ confidence, reasons }: Suggested['matches'][number]) =>
    t('billing:bank.sure', {
      percent: confidence,
      reasons: reasons.map((reason) => t(`billing:bank.reasons.${reason}`)).join(', '),
    })
  const match = matches[at]
  const about = match ? surenessOf(match) : choice.parts.length > 0 && t('billing:bank.yourChoice')
  return (
    <div className={classes.match}>
      {matches.length > 1 ? (
        <NativeSelect
          aria-label={t('billing:bank.whatFor', of)}
          value={String(at)}
          data={[
            ...(at < 0 ? [{ value: '-1', label: partsOf(choice.parts) }] : []),
            ...matches.map((each, i) => ({ value: String(i), label: partsOf(each.parts) })),
          ]}
          onChange={({ currentTarget }) => {
            const picked = matches[Number(currentTarget.value)]
            if (picked) change({ ticked: true, parts: picked.parts })
          }}
        />
      ) : choice.parts.length > 0 ? (
        partsOf(choice.parts)
      ) : (
        <Text c="dimmed">{t('billing:bank.unknown')}</Text>
      )}
      {about && (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
    </div>
  )
}

type Props = { suggested: Suggested; choice: Choice; change: (choice: Choice) => void }
