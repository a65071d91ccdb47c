import type { connect } from '../locales/en_connect.ts'
import { useConnectWords } from './words.ts'

/** What a transport is called on the screen. */
export function useTransportName(): (transport: string) => string {
  const { t } = useConnectWords()
  return (transport) =>
    t(`transports.${transport as keyof (typeof connect)['transports']}`, {
      defaultValue: t(`ways.${transport as keyof (typeof connect)['ways']}`, { defaultValue: transport }),
    })
}
