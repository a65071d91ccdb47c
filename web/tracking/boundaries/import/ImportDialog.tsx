import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../core/paths.ts'
import { useSession } from '../../../core/session.ts'
import { phoneWidth } from '../../../kit/theme/theme.ts'
import { showSuccess } from '../../../kit/ui/showToast.ts'
import type { FileArea } from '../../map/draw/file.ts'
import type { Boundary } from '../../types.ts'
import { AppliesTo } from '../AppliesTo.tsx'
import { RuleField } from '../RuleField.tsx'
import classes from './Import.module.css'
import { ImportList } from './ImportList.tsx'
import { ImportMap } from './ImportMap.tsx'
import { useImportRows } from './useImportRows.ts'

/** The areas of a file to choose from: each becomes a boundary of its own. */
export default function ImportDialog({ areas, file, close, takeAsOne, free }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const phone = useMediaQuery(phoneWidth, undefined, { getInitialValueInEffect: false })
  const organisation_id = useSession((session) => session.organisation_id)!
  const { rows, marks, ready, limit, busy, change, setRows, simplify, create } = useImportRows(areas)
  const [all_trackers, setAll] = useState<boolean | null>(null)
  const [tracker_ids, setTrackers] = useState<number[]>([])
  const [rule, setRule] = useState<Boundary['rule']>('any')
  const created = rows?.filter((row) => row.result?.id).length ?? 0

  const run = async () => {
    const applies = all_trackers ? { all_trackers } : { all_trackers, tracker_ids }
    const { length: count } = ready
    if (!(await create({ ...applies, rule }))) return
    showSuccess(t('tracking:import.created', { count }))
    free.current = true
    navigate(paths.boundaries())
  }
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={t('tracking:import.title', { file })}
      closeButtonProps={{ 'aria-label': t('form.cancel') }}
      size="min(1200px, 94vw)"
      fullScreen={phone ?? false}
    >
      {!rows ? (
        <Loader />
      ) : (
        <div className={classes.parts}>
          <div className={classes.map}>
            <ImportMap rows={rows} toggle={(key, selected) => change(key, { selected })} />
          </div>
          <Stack gap="sm" className={classes.side}>
            <Text size="sm">{t('tracking:import.text')}</Text>
            <ImportList
              rows={rows}
              marks={marks}
              change={change}
              setRows={setRows}
              simplify={simplify}
              limit={limit!}
            />
            <AppliesTo
              organisation_id={organisation_id}
              all={all_trackers}
              onAll={setAll}
              ids={tracker_ids}
              onIds={setTrackers}
            />
            <RuleField value={rule} onChange={setRule} />
            <Text size="xs" c="dimmed">
              {t('tracking:import.rules')}
            </Text>
            <div className={classes.foot}>
              <Text size="xs" c="dimmed" role="status">
                {created > 0
                  ? t('tracking:import.created', { count: created })
                  : all_trackers === null && t('tracking:boundaries.noTrackers')}
              </Text>
              <Group gap={4}>
                <Button size="xs" loading={busy} disabled={ready.length === 0 || all_trackers === null} onClick={run}>
                  {t('tracking:import.create', { count: ready.length })}
                </Button>
                {created === 0 && (
                  <Button size="xs" variant="subtle" color="gray" disabled={busy} onClick={takeAsOne}>
                    {t('tracking:import.asOne')}
                  </Button>
                )}
              </Group>
            </div>
          </Stack>
        </div>
      )}
    </Modal>
  )
}

type Props = {
  areas: FileArea[]
  file: string
  close: () => void
  /** Adds all areas to the drawing. */
  takeAsOne: () => void
  /** Set before leaving the page after creating them. */
  free: RefObject<boolean>
}
