import { Button, Group, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import classes from './Reminders.module.css'
import { type EditedStep, nextStep, placeholders } from './steps.ts'

/** As the server has it. */
const MOST_STEPS = 10

/** On which days is written, and what. */
export function Steps({ steps, change, errorOf }: Props) {
  const { t } = useTranslation()
  const set = (i: number, changed: Partial<EditedStep>) =>
    change(steps.map((step, at) => (at === i ? { ...step, ...changed } : step)))
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('billing:reminders.placeholders', { names: placeholders.join(' ') })}
      </Text>
      <ol className={classes.steps}>
        {steps.map((step, i) => (
          <li key={step.key}>
            <Group gap="sm" align="flex-start">
              <NumberInput
                label={t('billing:reminders.days')}
                w={90}
                min={0}
                max={365}
                allowDecimal={false}
                hideControls
                inputMode="numeric"
                value={step.days}
                error={errorOf(`steps.${i}.days`)}
                onChange={(days) => set(i, { days })}
              />
              <NativeSelect
                label={t('billing:reminders.when')}
                value={step.after ? 'after' : 'before'}
                data={(['before', 'after'] as const).map((value) => ({
                  value,
                  label: t(`billing:reminders.${value}`),
                }))}
                onChange={(event) => set(i, { after: event.currentTarget.value === 'after' })}
              />
            </Group>
            <TextInput
              label={t('billing:reminders.subject')}
              maxLength={200}
              value={step.subject}
              error={errorOf(`steps.${i}.subject`)}
              onChange={(event) => set(i, { subject: event.currentTarget.value })}
            />
            <Textarea
              label={t('billing:reminders.letter')}
              autosize
              minRows={3}
              maxRows={14}
              maxLength={5000}
              value={step.text}
              error={errorOf(`steps.${i}.text`)}
              onChange={(event) => set(i, { text: event.currentTarget.value })}
            />
            <Button
              variant="subtle"
              color="red"
              size="compact-md"
              className={classes.remove!}
              onClick={() => change(steps.filter((_, at) => at !== i))}
            >
              {t('billing:reminders.removeStep', { number: i + 1 })}
            </Button>
          </li>
        ))}
      </ol>
      <div>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<Icon of={IconPlus} />}
          disabled={steps.length >= MOST_STEPS}
          onClick={() => change([...steps, nextStep(steps)])}
        >
          {t('billing:reminders.addStep')}
        </Button>
      </div>
    </Stack>
  )
}

type Props = {
  steps: EditedStep[]
  change: (steps: EditedStep[]) => void
  errorOf: (field: string) => string | undefined
}
