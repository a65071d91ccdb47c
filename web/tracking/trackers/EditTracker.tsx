import schema from 'virtual:resource/tracker'
import { Button, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { UpdateBody } from '#api/client.ts'
import { post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { ConfirmButton } from '../../kit/ui/ConfirmButton.tsx'
import { groupsOf } from '../groups/groupReference.ts'
import type { Tracker } from '../types.ts'
import { AllowTransport } from './connect/AllowTransport.tsx'
import { ConnectDevice } from './connect/ConnectDevice.tsx'
import { FirstReport } from './connect/FirstReport.tsx'
import { type Method, protocolOfUdp } from './connect/methods.ts'
import { TransportsInput } from './connect/TransportsInput.tsx'
import type { NewToken } from './newToken.ts'
import { OwnerSelect } from './OwnerSelect.tsx'
import { useTrackerActions } from './useTrackerActions.ts'

const connectId = 'connect'

export function EditTracker({ tracker, onToken, method, onMethod }: Props) {
  const { t } = useTranslation()
  const { id, organisation_id } = tracker
  const administers = useAdministers(organisation_id)
  const [owner, setOwner] = useState(tracker.owner_user_id)
  const ownerChanged = owner !== tracker.owner_user_id
  const [transports, setTransports] = useState(tracker.transports)
  const others = transports.join() !== tracker.transports.join()
  useEffect(() => {
    if (location.hash === `#${connectId}`) document.getElementById(connectId)?.scrollIntoView()
  }, [])
  const { update } = useTrackerActions()
  const save = (body: UpdateBody<'tracker'>) =>
    update(tracker, { ...body, ...(ownerChanged && { owner_user_id: owner }), ...(others && { transports }) })
  const toMap = (
    <Button component={Link} to={paths.map({ tracker: id })} variant="subtle" color="gray">
      {t('tracking:trackers.map')}
    </Button>
  )
  return (
    <>
      <Refused tracker={tracker} />
      <ResourceForm
        resource="tracker"
        body={schema.update!}
        row={tracker}
        groups={[
          {
            level: 2,
            title: t('tracking:trackers.groups.basics'),
            fields: ['number', 'name', 'type', ...(administers ? (['group_id'] as const) : []), 'active'],
            extra: administers && <OwnerSelect organisation_id={organisation_id} value={owner} onChange={setOwner} />,
          },
          {
            level: 2,
            title: t('tracking:trackers.groups.reporting'),
            fields: ['interval_s', 'interval_charging_s', 'pause_after_still_s'],
          },
          {
            level: 2,
            title: t('tracking:trackers.groups.sensitivity'),
            folded: true,
            fields: ['exit_confirmations', 'exit_delay_s', 'speed_limit'],
          },
          {
            level: 2,
            title: t('tracking:trackers.groups.security'),
            folded: true,
            fields: ['source_networks'],
            wrong: transports.length === 0,
            extra: (
              <TransportsInput
                all={schema.update!.properties.transports!.items!.enum!}
                value={transports}
                onChange={setTransports}
              />
            ),
          },
        ]}
        required={['number']}
        references={{ group_id: groupsOf(organisation_id, t('tracking:trackerGroups.none')) }}
        changed={ownerChanged || others}
        save={save}
        cancel={toMap}
      />
      <Rest tracker={tracker} onToken={onToken} method={method} onMethod={onMethod} />
    </>
  )
}

/** How the device is connected, a new token, and removal. */
function Rest({ tracker, onToken, method, onMethod }: Props) {
  const { t } = useTranslation()
  const { id } = tracker
  const { remove } = useTrackerActions()
  const { run } = useAction()
  const renew = async () => {
    const { data } = await post<{ device_token: string }>('tracker/token', { id })
    onToken({ tracker: { ...tracker, device_token: data.device_token } })
  }
  return (
    <>
      <Section title={t('tracking:connect.title')} text={t('tracking:connect.text')} apart id={connectId}>
        <ConnectDevice
          tracker={{ ...tracker, device_token: null }}
          phone={tracker.type === 'phone'}
          selected={method}
          onSelect={onMethod}
        />
        {tracker.seen_at === null && <FirstReport tracker_id={id} />}
      </Section>
      <Section title={t('tracking:trackers.newToken')} text={t('tracking:trackers.newTokenText')}>
        <ConfirmButton label={t('tracking:trackers.newToken')} run={() => run(renew)} />
      </Section>
      <Section title={t('form.remove')} text={t('tracking:trackers.confirmRemove')}>
        <ConfirmButton label={t('form.remove')} run={() => remove(id)} dangerous />
      </Section>
    </>
  )
}

/** By what it has tried to report, and may not. */
function Refused({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  if (tracker.refused_transports.length === 0) return null
  return (
    <Stack mb="md">
      {tracker.refused_transports.map((name) => (
        <AllowTransport
          key={name}
          tracker={tracker}
          transport={name}
          text={(label) =>
            t(`tracking:connect.transports.${protocolOfUdp(name) === null ? 'tried' : 'triedUdp'}`, { name: label })
          }
        />
      ))}
    </Stack>
  )
}

type Props = {
  tracker: Tracker
  onToken: (made: NewToken) => void
  /** The selected connection method, kept across saves. */
  method: Method | null
  onMethod: (method: Method) => void
}
