import type { ReactNode } from 'react'
import type { FieldValue } from '../../kit/forms/values.ts'
import { Troubled } from './Troubled.tsx'

/** Below a field of addresses: which of them are troubled, while they are typed. */
export const troubledBelow =
  (organisation_id: number) =>
  (name: string, value: FieldValue): ReactNode => {
    const channel = /^(escalate_)?(email|phone)_recipients$/.exec(name)?.[2]
    if (!channel || typeof value !== 'string') return null
    return <Troubled organisation_id={organisation_id} channel={channel === 'email' ? 'email' : 'sms'} text={value} />
  }
