import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Alerts.module.css'
import {
  channels as allChannels,
  kinds as allKinds,
  type Channel,
  isRaised,
  type Kind,
  type Matrix,
  type RaisedKind,
  raisedKinds,
} from './alertMatrix.ts'

/** Which kind of alert goes by which channel. */
export function AlertMatrix({ value, onChange, kinds = allKinds, channels = allChannels, raised }: Props) {
  const { t } = useTranslation()
  const toggle = (kind: Kind, channel: Channel) => {
    const on = value[kind].includes(channel)
    onChange({ ...value, [kind]: channels.filter((each) => (each === channel ? !on : value[kind].includes(each))) })
  }
  const isOn = (kind: RaisedKind) => raised?.value.includes(kind) ?? true
  return (
    <table className={classes.matrix}>
      <thead>
        <tr>
          <th scope="col">{t('people:alerts.kind')}</th>
          {raised && <th scope="col">{t('people:alerts.raised')}</th>}
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {t(`people:alerts.channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {t(`people:alerts.kinds.${kind}`)}
              <span>{t(`people:alerts.kindTexts.${kind}`)}</span>
            </th>
            {raised && (
              <td>
                {isRaised(kind) && (
                  <Checkbox
                    className={classes.box}
                    aria-label={t('people:alerts.by', {
                      kind: t(`people:alerts.kinds.${kind}`),
                      channel: t('people:alerts.raised'),
                    })}
                    checked={raised.value.includes(kind)}
                    onChange={() => raised.onChange(raisedKinds.filter((each) => isOn(each) !== (each === kind)))}
                  />
                )}
              </td>
            )}
            {channels.map((channel) => (
              <td key={channel}>
                <Checkbox
                  className={classes.box}
                  aria-label={t('people:alerts.by', {
                    kind: t(`people:alerts.kinds.${kind}`),
                    channel: t(`people:alerts.channels.${channel}`),
                  })}
                  checked={value[kind].includes(channel)}
                  disabled={raised && isRaised(kind) && !isOn(kind)}
                  onChange={() => toggle(kind, channel)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Props = {
  value: Matrix
  onChange: (value: Matrix) => void
  /** All unless given. */
  kinds?: readonly Kind[]
  channels?: readonly Channel[]
  /** Which kinds the organisation raises at all. */
  raised?: { value: readonly RaisedKind[]; onChange: (value: RaisedKind[]) => void }
}
