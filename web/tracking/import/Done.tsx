import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import Papa from 'papaparse'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { backendOrigin } from '../../core/backend/backend.ts'
import { paths } from '../../core/paths.ts'
import { saveFile } from '../../kit/ui/saveFile.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import { Faults } from './Faults.tsx'
import { Figures } from './Figures.tsx'
import type { Import, Kind, Result } from './useImport.ts'

/** What came of an import: figures, the tokens of new devices, and the way back. */
export function Done({ taken, result, kind }: { taken: Import; result: Result; kind: Kind }) {
  const { t } = useTranslation()
  const secrets = result.rows.flatMap(secretOf)
  // Tokens that were not saved are lost with the page.
  const [lost, setLost] = useState(secrets.length > 0)
  const free = useRef(false)
  const save = () => {
    saveFile(
      new Blob([`\uFEFF${Papa.unparse(secrets)}`], { type: 'text/csv' }),
      kind === 'invitation' ? 'links.csv' : 'tokens.csv',
    )
    setLost(false)
  }
  const undo = async () => showSuccess(t('tracking:sheet.undone', { count: await taken.undo() }))
  return (
    <Stack gap="md">
      <UnsavedChanges changed={lost} free={free} />
      <Title order={2} size="h4">
        {t(result.is_undone ? 'tracking:sheet.staysTitle' : 'tracking:sheet.doneTitle')}
      </Title>
      {result.stopped_at !== null && (
        <Alert color="orange">{t('tracking:sheet.stopped', { line: result.stopped_at })}</Alert>
      )}
      {!result.is_undone && <Figures of={result} />}
      {secrets.length > 0 && (
        <Alert color="teal">
          <Text mb="sm">{t(`tracking:sheet.${kind === 'invitation' ? 'linksText' : 'tokensText'}`)}</Text>
          <Button onClick={save}>{t(`tracking:sheet.${kind === 'invitation' ? 'links' : 'tokens'}`)}</Button>
        </Alert>
      )}
      <Faults faults={result.faults} />
      <Group>
        <Button variant="default" component={Link} to={lists[kind]()}>
          {t('tracking:sheet.show')}
        </Button>
        <Button variant="default" disabled={lost} onClick={() => taken.choose(null)}>
          {t('tracking:sheet.another')}
        </Button>
        {result.rows.length > 0 && (
          <Button variant="default" loading={taken.busy} onClick={undo}>
            {t('tracking:sheet.undo')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const lists = {
  tracker: paths.trackers,
  trackergroup: paths.trackerGroups,
  tag: paths.tags,
  driver: paths.drivers,
  invitation: paths.users,
  maintenanceplan: paths.maintenancePlans,
  maintenancedone: paths.maintenanceRecords,
} satisfies Record<Kind, () => string>

/** What is shown only now: the token of a device, or the link of an invitation that is not mailed. */
function secretOf({ key, shown_once }: Result['rows'][number]): Record<string, string>[] {
  if (typeof shown_once?.device_token === 'string') return [{ number: key, device_token: shown_once.device_token }]
  if (typeof shown_once?.token !== 'string') return []
  return [{ email: key, link: `${backendOrigin()}${paths.invitation({ token: shown_once.token })}` }]
}
