import { useTranslation } from 'react-i18next'
import type { tracking } from '../../../locales/en/tracking.ts'

/** Display name of a transport. */
export function useTransportName(): (transport: string) => string {
  const { t } = useTranslation()
  return (transport) =>
    t(`tracking:connect.transports.${transport as keyof (typeof tracking.connect)['transports']}`, {
      defaultValue: t(`tracking:connect.methods.${transport as keyof (typeof tracking.connect)['methods']}`, {
        defaultValue: transport,
      }),
    })
}
