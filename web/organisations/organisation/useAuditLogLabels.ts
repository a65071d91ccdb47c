import { useTranslation } from 'react-i18next'

/** Labels of audit log entries. Unknown actions and values are shown as stored. */
export function useAuditLogLabels() {
  const { t } = useTranslation()

  function sentenceOf(action: string): string {
    const label = t(`organisations:log.actions.${action.replaceAll('.', '_')}` as never, { defaultValue: '' }) as string
    if (label) return label
    const [resource = '', verb = ''] = action.split('.')
    const noun = t(`organisations:log.what.${resource}` as never, { defaultValue: resource }) as string
    return t(`organisations:log.verbs.${verb}` as never, { what: noun, defaultValue: action }) as string
  }

  function detailsOf(details: Record<string, unknown> | null): string {
    return Object.entries(details ?? {})
      .map(([name, value]) => {
        const shown = Array.isArray(value) ? value.join(', ') : String(value)
        const label = t(`organisations:log.values.${name}_${shown}` as never, { defaultValue: '' }) as string
        return (
          label ||
          (t(`organisations:log.details.${name}` as never, {
            value: shown,
            defaultValue: `${name}: ${shown}`,
          }) as string)
        )
      })
      .join('; ')
  }

  return { sentenceOf, detailsOf }
}
