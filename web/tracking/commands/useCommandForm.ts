import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { STAY } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { useKept } from './useKept.ts'

/** What is typed of a command, what the server says of it, and the sending of it. */
export function useCommandForm({ to, transports, by_sms = false }: Recipients) {
  const { t } = useTranslation()
  const kept = useKept(to)
  const one = 'tracker_ids' in to && to.tracker_ids.length === 1
  const { data, error } = useQuery({
    queryKey: keys.commandCatalogue(JSON.stringify([to, transports])),
    queryFn: async () => (await guarded(client.act('GET trackercommand/catalogue', queryOf({ to, transports })))).data,
  })
  const [values, setValues] = useState<Values>(empty)
  const [checked, setChecked] = useState<Checked | null>(null)
  const catalogue = data ?? []
  const type = values.type ?? catalogue.find(({ dangerous }) => !dangerous)?.name ?? 'custom'
  const entry = catalogue.find(({ name }) => name === type)
  const fields = entry?.fields ?? []
  // Of a text of one's own only the server knows.
  const is_dangerous = entry?.dangerous || checked?.dangerous || false
  const must_check = !one && checked === null
  const given = givenOf(fields, values)
  const has_fields = type === 'custom' ? values.text.trim() !== '' : fields.every((f) => f.optional || f.name in given)
  const may_repeat = kept.may_repeat && !is_dangerous && !values.by_sms
  const repeats = may_repeat && kept.is_named && kept.values.weekly
  const command = { type: type as 'custom', ...(type === 'custom' ? { text: values.text } : { fields: given }) }
  const has_proof = must_check || !is_dangerous || (values.why.trim() !== '' && values.password !== '')

  async function send(more: { dry_run: true } | Partial<Proof>) {
    const body = { ...to, ...command, ...whenAndHow(type, values), ...more }
    return (await guarded(client.act('POST trackercommand/send', body))).data
  }

  /** Sends it, unless there is more to read or to fill in first. */
  async function run() {
    if (repeats) return kept.save(command, true)
    const is_known = checked !== null || (one && type !== 'custom')
    const found = is_known ? checked : await send({ dry_run: true })
    if (found && (must_check || (found.dangerous && !is_dangerous))) {
      setChecked(found)
      return STAY
    }
    if (kept.is_named) await kept.save(command, false)
    const sent = await send(is_dangerous ? { why: values.why, password: values.password } : {})
    if (sent.accepted === 0) {
      setChecked(sent)
      return STAY
    }
    showSuccess(t('tracking:commands.sent', { count: sent.accepted }))
    return refresh('trackercommand')
  }

  return {
    is_loading: !data && !error,
    one,
    catalogue,
    type,
    fields,
    values,
    checked,
    is_dangerous,
    must_check,
    by_sms,
    /** Those of the saved ones that fit. */
    saved: kept.saved.filter((each) => each.type === 'custom' || catalogue.some(({ name }) => name === each.type)),
    kept,
    may_repeat,
    repeats,
    is_complete: repeats ? has_fields && kept.is_complete : has_fields && has_proof && checked?.accepted !== 0,
    fill(id: number) {
      const chosen = kept.saved.find((each) => each.id === id)
      if (!chosen) return
      setValues({ ...values, type: chosen.type, text: chosen.text ?? '', fields: chosen.fields ?? {} })
      setChecked(null)
    },
    /** What was checked before is checked again. */
    set(changed: Partial<Omit<Values, keyof Proof>>) {
      setValues({ ...values, ...changed })
      setChecked(null)
    },
    prove: (changed: Partial<Proof>) => setValues({ ...values, ...changed }),
    run,
  }
}

function queryOf({ to, transports }: Recipients) {
  if ('group_id' in to) return to
  const [tracker_id] = to.tracker_ids
  return to.tracker_ids.length === 1 || !transports ? { tracker_id: tracker_id! } : { transports: transports.join(',') }
}

/** What a command by name is given; a switch that was not touched is on. */
const givenOf = (fields: Field[], values: Values) =>
  Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const value = values.fields[name] ?? (type === 'boolean' ? true : '')
      return value === '' ? [] : [[name, value]]
    }),
  )

/** A text of one's own may go as SMS. */
const whenAndHow = (type: string, { send_at, by_sms }: Values) => ({
  ...(send_at && { send_at }),
  ...(type === 'custom' && by_sms && { by_sms }),
})

const empty: Values = { type: null, fields: {}, text: '', by_sms: false, send_at: '', why: '', password: '' }

type Field = DataOf<'GET trackercommand/catalogue'>[number]['fields'][number]
type Proof = { why: string; password: string }
type Values = Proof & {
  /** Null: the first that the device takes and that is not dangerous. */
  type: string | null
  fields: Record<string, string | number | boolean>
  text: string
  by_sms: boolean
  send_at: string
}
type Checked = Pick<DataOf<'POST trackercommand/send'>, 'accepted' | 'refused' | 'dangerous'>
export type CommandForm = ReturnType<typeof useCommandForm>
export type Recipients = {
  to: { tracker_ids: number[] } | { group_id: number }
  /** Of several trackers: all that they may use. */
  transports?: string[] | undefined
  /** Whether any has the number of a SIM. */
  by_sms?: boolean | undefined
}
