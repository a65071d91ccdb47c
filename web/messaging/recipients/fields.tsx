import type { ReactNode } from 'react'
import type { FieldValue } from '../../kit/forms/values.ts'
import { AddressWarnings } from './AddressWarnings.tsx'

/** Shows address warnings below the address fields of a form. */
export const addressWarningsBelow =
  (organisation_id: number) =>
  (name: string, value: FieldValue): ReactNode => {
    const channel = /^(escalate_)?(email|phone)_recipients$/.exec(name)?.[2]
    if (!channel || typeof value !== 'string') return null
    return (
      <AddressWarnings organisation_id={organisation_id} channel={channel === 'email' ? 'email' : 'sms'} text={value} />
    )
  }
