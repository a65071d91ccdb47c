import { Button, Code, Group, Text } from '@mantine/core'
import { saveFile } from '../ui/saveFile.ts'
import { useAccountWords } from './words.ts'

/** Shown once: the server keeps only what proves them. */
export function RecoveryCodes({ codes, done }: { codes: string[]; done: () => void }) {
  const { t } = useAccountWords()
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <Text fw={600}>{t('factor.codesTitle')}</Text>
      <Text size="sm">{t('factor.codesText')}</Text>
      <Code block>{text}</Code>
      <Group>
        <Button variant="default" onClick={() => saveFile(new Blob([text]), 'recovery-codes.txt')}>
          {t('factor.codesSave')}
        </Button>
        <Button onClick={done}>{t('factor.codesDone')}</Button>
      </Group>
    </>
  )
}
