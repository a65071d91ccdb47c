import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressWarnings } from '../recipients/AddressWarnings.tsx'
import { MemberPicker, type Person } from './MemberPicker.tsx'

export const noRecipients: Recipients = { to: [], cc: [], bcc: [] }

/** Recipients of a message; cc and bcc are folded away. */
export function RecipientFields({ organisation_id, people, wrong, change }: Props) {
  const { t } = useTranslation()
  const [more, setMore] = useState(false)
  const pickerProps = (name: keyof Recipients) => ({
    organisation_id,
    label: t(`messaging:compose.${name}`),
    value: people[name],
    error: wrong(name),
    onChange: (selected: Person[]) => change(name, selected),
  })
  const addresses = [...people.to, ...people.cc, ...people.bcc].map(({ email }) => email).join()
  return (
    <>
      <MemberPicker {...pickerProps('to')} />
      {more ? (
        <>
          <MemberPicker {...pickerProps('cc')} />
          <MemberPicker {...pickerProps('bcc')} description={t('messaging:compose.bccText')} />
        </>
      ) : (
        <div>
          <Anchor component="button" type="button" size="sm" onClick={() => setMore(true)}>
            {t('messaging:compose.more')}
          </Anchor>
        </div>
      )}
      <AddressWarnings organisation_id={organisation_id} channel="email" text={addresses} />
    </>
  )
}

export type Recipients = { to: Person[]; cc: Person[]; bcc: Person[] }
type Props = {
  organisation_id: number
  people: Recipients
  /** Validation error of a field. */
  wrong: (name: keyof Recipients) => string | undefined
  change: (name: keyof Recipients, people: Person[]) => void
}
