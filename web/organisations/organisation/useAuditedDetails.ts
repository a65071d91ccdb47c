import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { namespaces } from '../../core/i18n.ts'
import { pathOfRow } from '../../core/paths.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, nounOf } from '../../kit/forms/labels.ts'

/** What entries of the audit log say, in words. Unknown actions are shown as stored. */
export function useAuditedDetails(nameOfUser: (id: number | null) => string) {
  const { t, i18n } = useTranslation()
  const times = useTimes()
  // The types of i18next cannot follow keys that are put together.
  const textOf = (key: string, options: Values = {}) => t(key as never, { defaultValue: '', ...options }) as string

  function sentenceOf(action: string): string {
    const label = textOf(`logged.${action.replaceAll('.', '_')}`, { ns: namespaces })
    if (label) return label
    const [entity = '', verb = ''] = action.split('.')
    return textOf(`organisations:log.verbs.${verb}`, { what: nounOf(t, entity, 'one'), defaultValue: action })
  }

  /** The name of a field as forms show it; its text stands with the domain of the entity. */
  function labelOf(entity: string | null, field: string): string {
    const base = field.replace(/_id$/, '')
    const words = base.replaceAll('_', ' ')
    return (
      textOf(`fields.${entity}.${field}`, { ns: namespaces }) ||
      textOf(`organisations:quotas.of.${field}`) ||
      textOf(`resources.${base}.one`, { ns: namespaces }) ||
      words.charAt(0).toUpperCase() + words.slice(1)
    )
  }

  function wordsOf(field: string, value: unknown): string {
    if (value === null) return t('form.none')
    if (typeof value === 'boolean') return t(value ? 'table.yes' : 'table.no')
    if (Array.isArray(value)) return value.map((each) => wordsOf(field, each)).join(', ')
    if (typeof value === 'object')
      return Object.entries(value)
        .map(([key, each]) => `${key}: ${each}`)
        .join(', ')
    if (typeof value === 'number') {
      return /(^|_)user_id$/.test(field) ? nameOfUser(value) : value.toLocaleString(i18n.language)
    }
    const text = String(value)
    if (/^\d{4}-\d\d-\d\dT/.test(text)) return times.moment(text)
    return /^\d{4}-\d\d-\d\d$/.test(text) ? times.day(text) : choiceOf(t, text)
  }

  function detailsOf({ entity, details, names }: Row<'auditlog'>): Detail[] {
    return Object.entries(details ?? {}).flatMap(([field, value]): Detail[] => {
      if (field === 'organisation_id' || (field === 'currency' && details?.amount !== undefined)) return []
      if (field === 'fields' && Array.isArray(value)) {
        const changed = value.filter((name) => name !== 'organisation_id').map((name) => labelOf(entity, name))
        return [{ key: field, text: changed.join(', ') }]
      }
      const resource = field.replace(/_id$/, '')
      if (names[field] || (resource !== field && pathOfRow(resource, 0))) {
        const noun = nounOf(t, resource, 'one')
        const text = names[field] ? `${noun}: ${names[field]}` : noun
        return [{ key: field, text, to: pathOfRow(resource, Number(value)) }]
      }
      const shown =
        field === 'amount' ? toMoney(Number(value), String(details?.currency ?? 'NZD')) : wordsOf(field, value)
      const sentence = textOf(`organisations:log.values.${field}_${value}`)
      const label = textOf(`organisations:log.details.${field}`, { value: shown })
      const to = field === 'copy_of' && entity ? pathOfRow(entity, Number(value)) : undefined
      return [{ key: field, text: sentence || label || `${labelOf(entity, field)}: ${shown}`, to: to ?? undefined }]
    })
  }

  return { sentenceOf, detailsOf }
}

type Detail = { key: string; text: string; to?: string | null | undefined }
type Values = { defaultValue?: string; ns?: typeof namespaces; what?: string; value?: string }
