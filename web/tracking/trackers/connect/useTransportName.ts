import { useTranslation } from 'react-i18next'
import type { tracking } from '../../../locales/en/tracking.ts'
import { methodOf, protocolOfUdp } from './methods.ts'

/** Display name of a transport. */
export function useTransportName(): (transport: string) => string {
  const { t } = useTranslation()
  return (transport) => {
    const method = methodOf(transport)
    const name = t(`tracking:connect.transports.${method as keyof (typeof tracking.connect)['transports']}`, {
      defaultValue: t(`tracking:connect.methods.${method}`, { defaultValue: method }),
    })
    return protocolOfUdp(transport) === null ? name : t('tracking:connect.transports.overUdp', { name })
  }
}
