import { Button, FileInput, Progress, Table, Text } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdministers } from '../../../core/useAdministers.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { ActionDialog } from '../../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../../kit/lists/useBulk.ts'
import { Section } from '../../../kit/page/Section.tsx'
import { showSuccess } from '../../../kit/ui/showToast.ts'
import classes from '../../record/Record.module.css'
import { Imports } from './Imports.tsx'
import { BadTrack, readTrack, type Track } from './parse.ts'
import { type Counts, sendTrack } from './send.ts'

const TrackMap = lazy(() => import('./TrackMap.tsx'))

/** Brings a tracker's past along from a file; for administrators of its organisation. */
export function ImportTrack({ tracker_id, organisation_id }: Props) {
  const { t } = useTranslation()
  const administers = useAdministers(organisation_id)
  const [open, setOpen] = useState(false)
  if (!administers) return null
  return (
    <Section title={t('tracking:track.title')} text={t('tracking:track.text')}>
      <Button variant="default" w="fit-content" onClick={() => setOpen(true)}>
        {t('tracking:track.open')}
      </Button>
      <Imports tracker_id={tracker_id} />
      {open && <ImportDialog tracker_id={tracker_id} close={() => setOpen(false)} />}
    </Section>
  )
}

function ImportDialog({ tracker_id, close }: { tracker_id: number; close: () => void }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [checked, setChecked] = useState<{ track: Track; counts: Counts } | null>(null)
  const [share, setShare] = useState<number | null>(null)
  // What is sent ends with the dialog, and with another file.
  const sending = useRef<AbortController | null>(null)
  const begin = () => {
    sending.current?.abort()
    sending.current = new AbortController()
    return sending.current.signal
  }
  const send = (name: string, { fixes }: Track, dry_run: boolean, signal: AbortSignal) =>
    sendTrack({ tracker_id, name, fixes, dry_run, signal, onShare: setShare })
  const end = () => {
    sending.current?.abort()
    close()
  }
  const choose = async (chosen: File | null) => {
    const signal = begin()
    setFile(chosen)
    setFault(null)
    setChecked(null)
    setShare(null)
    if (!chosen) return
    try {
      const track = await readTrack(chosen, { signal, onShare: setShare })
      setChecked({ track, counts: await send(chosen.name, track, true, signal) })
    } catch (error) {
      if (signal.aborted) return
      const { reason } = error as BadTrack
      setFault(error instanceof BadTrack ? t(`tracking:track.faults.${reason}`) : (error as Error).message)
    }
    setShare(null)
  }
  const run = async () => {
    const { stored } = await send(file!.name, checked!.track, false, begin()).finally(() => setShare(null))
    await Promise.all(['trackimport', 'trackerevent', 'tracker'].map(refresh))
    showSuccess(t('tracking:track.done', { count: stored }))
  }
  return (
    <ActionDialog
      title={t('tracking:track.open')}
      text={t('tracking:track.hint')}
      submit={t('tracking:track.submit')}
      disabled={!checked || checked.counts.stored === 0}
      run={run}
      close={end}
    >
      <FileInput
        label={t('tracking:track.file')}
        placeholder={t('tracking:track.choose')}
        accept=".gpx,.kml,.kmz,.tcx,.fit,.geojson,.json,.csv,.nmea,.log,.rec,.txt"
        value={file}
        error={fault}
        onChange={choose}
      />
      {share !== null && <Progress value={share * 100} aria-label={t('tracking:track.progress')} />}
      {checked && <Found {...checked} />}
    </ActionDialog>
  )
}

/** What a file has, and what of it is passed over for which reason. */
function Found({ track, counts }: { track: Track; counts: Counts }) {
  const { t, i18n } = useTranslation()
  const { moment } = useTimes()
  const { stored, trackimport_id: _, first_fix_at, last_fix_at, ...passed } = counts
  const { fixes, ...left_out } = track
  const reasons = Object.entries({ ...passed, ...left_out })
  return (
    <div role="status">
      {fixes.length > 0 && (
        <div className={classes.map}>
          <Suspense>
            <TrackMap fixes={fixes} />
          </Suspense>
        </div>
      )}
      <Text size="sm" mb="xs">
        {first_fix_at && last_fix_at
          ? t('tracking:track.span', { from: moment(first_fix_at), to: moment(last_fix_at) })
          : t('tracking:track.nothing')}
      </Text>
      <Table>
        <Table.Tbody>
          {[['stored', stored] as const, ...reasons.filter(([, count]) => count > 0)].map(([name, count]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {t(`tracking:track.counts.${name as 'known'}`)}
              </Table.Th>
              <Table.Td ta="right">{count.toLocaleString(i18n.language)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type Props = { tracker_id: number; organisation_id: number }
