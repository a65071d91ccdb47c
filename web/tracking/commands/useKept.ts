import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'

/** The saved commands, and the saving of one under a name: for those who administer the organisation. */
export function useKept(to: To) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const may_save = useAdministers(organisation_id)
  const [values, setValues] = useState<Values>({ name: '', weekly: false, weekdays: [1, 2, 3, 4, 5], at: '06:00' })
  const { data: saved = [] } = useQuery({
    queryKey: keys.savedCommands(organisation_id),
    queryFn: async () => (await guarded(client.list('savedcommand', { organisation_id, limit: 500 }))).data,
    enabled: may_save,
  })
  const { weekdays, at } = values
  const name = values.name.trim()
  return {
    saved,
    values,
    may_save,
    /** One tracker, or a group, can be given it by itself. */
    may_repeat: may_save && ('group_id' in to || to.tracker_ids.length === 1),
    is_named: may_save && name !== '',
    is_complete: weekdays.length > 0 && at !== '',
    set: (changed: Partial<Values>) => setValues({ ...values, ...changed }),
    /** Forgets the name afterwards: what is then tried again is not saved twice. */
    async save(command: object, repeats: boolean) {
      const subject = 'group_id' in to ? to : { tracker_id: to.tracker_ids[0]! }
      const body = { organisation_id, name, ...command, ...(repeats && { ...subject, weekdays, at }) }
      await guarded(client.create('savedcommand', body as CreateBody<'savedcommand'>))
      setValues((before) => ({ ...before, name: '' }))
      showSuccess(t('tracking:commands.saved.done'))
      await refresh('savedcommand')
    },
  }
}

type To = { tracker_ids: number[] } | { group_id: number }
/** The name, and when it is then given by itself. */
type Values = { name: string; weekly: boolean; weekdays: number[]; at: string }
