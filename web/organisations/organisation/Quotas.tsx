import { Alert, Button, Checkbox, Group, NumberInput, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guarded, post } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import list from '../../kit/lists/List.module.css'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import type { Quota, Usage } from './usage.ts'

/** An organisation's usage and limits; platform administrators set the limits. */
export function Quotas({ organisation_id, usage }: { organisation_id: number; usage: Usage }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const queries = useQueryClient()
  const platform_admin = useSession((session) => session.user?.platform_admin ?? false)
  const { busy, refusal, send } = useSending()
  const [trusted, setTrusted] = useState(usage.trusted)
  const [changes, setChanges] = useState<QuotaChanges>({})
  const has_changed = Object.keys(changes).length > 0 || trusted !== usage.trusted
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    await send(async () => {
      const body = { organisation_id, quotas: changes, ...(trusted !== usage.trusted && { trusted }) }
      const { message } = await guarded(post<object>('organisation/quotas', body))
      showSuccess(message ?? t('organisations:quotas.saved'))
      setChanges({})
      await queries.invalidateQueries({ queryKey: keys.usage(organisation_id) })
    })
  }
  return (
    <Section
      title={t('organisations:quotas.title')}
      text={t(platform_admin ? 'organisations:quotas.platformText' : 'organisations:quotas.text')}
      apart
    >
      {usage.limited_until && (
        <Alert>{t('organisations:quotas.limited', { time: time(usage.limited_until, Date.now(), true) })}</Alert>
      )}
      <form onSubmit={submit}>
        <RefusalAlert refusal={refusal} />
        <div className={list.scroll}>
          <table className={list.table}>
            <thead>
              <tr>
                <th>{t('organisations:quotas.what')}</th>
                <th>{t('organisations:quotas.used')}</th>
                <th>{t('organisations:quotas.most')}</th>
              </tr>
            </thead>
            <tbody>
              {usage.quotas.map((quota) => (
                <QuotaRow key={quota.name} quota={quota} changes={changes} setChanges={setChanges} />
              ))}
            </tbody>
          </table>
        </div>
        {platform_admin && (
          <Group mt="md" justify="space-between">
            <Checkbox
              label={t('organisations:quotas.trusted')}
              checked={trusted}
              onChange={(event) => setTrusted(event.currentTarget.checked)}
            />
            <Button type="submit" loading={busy} disabled={!has_changed}>
              {t('organisations:quotas.save')}
            </Button>
          </Group>
        )}
      </form>
    </Section>
  )
}

function QuotaRow({ quota, changes, setChanges }: RowProps) {
  const { t, i18n } = useTranslation()
  const platform_admin = useSession((session) => session.user?.platform_admin ?? false)
  const number = (value: number) => value.toLocaleString(i18n.language)
  const label = t(`organisations:quotas.of.${quota.name as 'trackers'}`, { defaultValue: quota.what ?? quota.name })
  return (
    <tr>
      <td data-first data-label={t('organisations:quotas.what')}>
        {label}
      </td>
      <td data-label={t('organisations:quotas.used')}>
        <Text span c={isFull(quota) ? 'var(--outside)' : undefined}>
          {quota.used === null ? '–' : number(quota.used)}
        </Text>
      </td>
      <td data-label={t('organisations:quotas.most')}>
        {platform_admin ? (
          <MostInput
            quota={quota}
            changes={changes}
            standard={t('organisations:quotas.standard', { value: number(quota.standard) })}
            change={(most) => setChanges({ ...changes, [quota.name]: most })}
            label={label}
          />
        ) : (
          number(quota.most)
        )}
      </td>
    </tr>
  )
}

/** Empty: the installation's default. */
function MostInput({ quota, changes, standard, change, label }: MostProps) {
  const { name, most, is_set } = quota
  const value = name in changes ? changes[name]! : is_set ? most : null
  return (
    <NumberInput
      aria-label={label}
      size="xs"
      w={180}
      min={0}
      max={2_147_483_647}
      allowDecimal={false}
      placeholder={standard}
      value={value ?? ''}
      onChange={(typed) => change(typed === '' ? null : Number(typed))}
    />
  )
}

const isFull = ({ used, most }: Quota) => used !== null && used >= most

type QuotaChanges = Partial<Record<Quota['name'], number | null>>
type MostProps = {
  quota: Quota
  changes: QuotaChanges
  standard: string
  change: (most: number | null) => void
  label: string
}
type RowProps = { quota: Quota; changes: QuotaChanges; setChanges: (changes: QuotaChanges) => void }
