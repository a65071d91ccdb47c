import { useTranslation } from 'react-i18next'
import { namespaces } from '../../core/i18n.ts'

/** Labels of audit log entries. Unknown actions and values are shown as stored. */
export function useAuditLogLabels() {
  const { t } = useTranslation()
  // The types of i18next cannot follow keys that are put together.
  const textOf = (key: string, options: Values) => t(key as never, options) as string

  function nounOf(entity: string): string {
    const other = textOf(`organisations:log.${entity}`, { defaultValue: entity })
    return textOf(`organisations:resources.${entity}.one`, { defaultValue: other })
  }

  function sentenceOf(action: string): string {
    const label = textOf(`organisations:log.actions.${action.replaceAll('.', '_')}`, { defaultValue: '' })
    if (label) return label
    const [entity = '', verb = ''] = action.split('.')
    return textOf(`organisations:log.verbs.${verb}`, { what: nounOf(entity), defaultValue: action })
  }

  /** Names of changed fields as forms show them; their texts stand with the domain of the entity. */
  function fieldsOf(entity: string | null, names: string[]): string {
    const labels = names
      .filter((name) => name !== 'organisation_id')
      .map((name) => textOf(`fields.${entity}.${name}`, { ns: namespaces, defaultValue: name.replaceAll('_', ' ') }))
    return labels.join(', ')
  }

  function detailsOf(entity: string | null, details: Record<string, unknown> | null): string {
    return Object.entries(details ?? {})
      .map(([name, value]) => {
        if (name === 'fields' && Array.isArray(value)) return fieldsOf(entity, value)
        const shown = Array.isArray(value) ? value.join(', ') : String(value)
        const label = textOf(`organisations:log.values.${name}_${shown}`, { defaultValue: '' })
        return (
          label ||
          textOf(`organisations:log.details.${name}`, {
            value: shown,
            defaultValue: `${name.replaceAll('_', ' ')}: ${shown}`,
          })
        )
      })
      .join('; ')
  }

  return { nounOf, sentenceOf, detailsOf }
}

type Values = { defaultValue: string; ns?: typeof namespaces; what?: string; value?: string }
