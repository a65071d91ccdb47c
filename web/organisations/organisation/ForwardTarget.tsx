import { Checkbox, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** What reports are forwarded to. A preset fills in the protocol. */
const receivers = ['wialon', 'wialon_1', 'traccar', 'http', 'home_assistant', 'mqtt', 'kafka', 'nats', 'amqp'] as const
export type Receiver = (typeof receivers)[number]

/** What is entered; fields that a receiver does not have are not sent. */
export const nothing = {
  name: '',
  receiver: 'wialon' as Receiver,
  host: '',
  port: 20_332 as number | '',
  url: '',
  tls: false,
  username: '',
  topic: '',
  format: 'ringfence' as 'ringfence' | 'traccar',
  password: '',
}
export type Values = typeof nothing

/** Ports that people expect; the others are known by the server. */
const ports: Partial<Record<Receiver, number>> = { wialon: 20_332, wialon_1: 20_332, traccar: 5055 }

/** The ports of brokers, without TLS and with it, and the usual topics of those that have one. */
const brokers: Partial<Record<Receiver, { ports: [number, number]; topic?: string }>> = {
  home_assistant: { ports: [1883, 8883] },
  mqtt: { ports: [1883, 8883], topic: 'ringfence/{organisation}/{number}' },
  kafka: { ports: [9092, 9093], topic: 'ringfence' },
  nats: { ports: [4222, 4222], topic: 'ringfence.{organisation}.{number}' },
  amqp: { ports: [5672, 5671], topic: 'ringfence.{organisation}.{number}' },
}
const isBroker = (receiver: Receiver) => brokers[receiver] !== undefined
const hasTopic = (receiver: Receiver) => brokers[receiver]?.topic !== undefined
const isPreset = (receiver: Receiver) => receiver === 'traccar' || receiver === 'home_assistant'
const hasTls = (receiver: Receiver) => isBroker(receiver) || receiver === 'traccar'
const hasShape = (receiver: Receiver) => hasTopic(receiver) || receiver === 'http'

/** The body of the request. */
export function bodyOf({ name, receiver, host, port, url, tls, username, topic, format, password }: Values) {
  const of = isPreset(receiver)
    ? { preset: receiver as 'traccar' | 'home_assistant' }
    : { protocol: receiver as Exclude<Receiver, 'traccar' | 'home_assistant'> }
  return {
    name,
    ...of,
    ...(receiver === 'http' ? { url } : { host, ...(port !== '' && { port }) }),
    ...(hasTls(receiver) && { tls }),
    ...(isBroker(receiver) && username !== '' && { username }),
    ...(hasTopic(receiver) && topic !== '' && { topic }),
    ...(hasShape(receiver) && { format }),
    ...(receiver !== 'traccar' && password !== '' && { password }),
  }
}

/** The fields of a receiver: its address, how it is signed in to, and the shape. */
export function ForwardTarget({ values, set, errorOf }: Props) {
  const { t } = useTranslation()
  const { receiver } = values
  return (
    <>
      <Select
        label={t('organisations:forwarding.receiver')}
        value={receiver}
        data={receivers.map((value) => ({ value, label: t(`organisations:forwarding.receivers.${value}`) }))}
        allowDeselect={false}
        onChange={(value) => {
          const chosen = (value ?? 'wialon') as Receiver
          set({ receiver: chosen, port: ports[chosen] ?? '' })
        }}
      />
      <Address values={values} set={set} errorOf={errorOf} />
      <SignIn values={values} set={set} errorOf={errorOf} />
      {hasTopic(receiver) && (
        <TextInput
          label={t('organisations:forwarding.topic')}
          placeholder={brokers[receiver]?.topic ?? ''}
          value={values.topic}
          maxLength={200}
          miw={280}
          error={errorOf('topic')}
          onChange={(event) => set({ topic: event.currentTarget.value })}
        />
      )}
      {hasShape(receiver) && (
        <Select
          label={t('organisations:forwarding.format')}
          value={values.format}
          data={(['ringfence', 'traccar'] as const).map((value) => ({
            value,
            label: t(`organisations:forwarding.formats.${value}`),
          }))}
          allowDeselect={false}
          onChange={(format) => set({ format: format === 'traccar' ? 'traccar' : 'ringfence' })}
        />
      )}
    </>
  )
}

function Address({ values, set, errorOf }: Props) {
  const { t } = useTranslation()
  const { receiver } = values
  return receiver === 'http' ? (
    <TextInput
      label={t('organisations:forwarding.url')}
      placeholder="https://"
      value={values.url}
      maxLength={500}
      required
      miw={280}
      error={errorOf('url')}
      onChange={(event) => set({ url: event.currentTarget.value })}
    />
  ) : (
    <>
      <TextInput
        label={t('organisations:forwarding.host')}
        value={values.host}
        maxLength={253}
        required
        error={errorOf('host')}
        onChange={(event) => set({ host: event.currentTarget.value })}
      />
      <NumberInput
        label={t('organisations:forwarding.port')}
        value={values.port}
        min={1}
        max={65_535}
        allowDecimal={false}
        required={!isBroker(receiver)}
        placeholder={String(brokers[receiver]?.ports[values.tls ? 1 : 0] ?? '')}
        w={110}
        error={errorOf('port')}
        onChange={(port) => set({ port: port === '' ? '' : Number(port) })}
      />
    </>
  )
}

function SignIn({ values, set, errorOf }: Props) {
  const { t } = useTranslation()
  const { receiver } = values
  return (
    <>
      {hasTls(receiver) && (
        <Checkbox
          label={t('organisations:forwarding.tls')}
          checked={values.tls}
          mb={8}
          onChange={(event) => set({ tls: event.currentTarget.checked })}
        />
      )}
      {isBroker(receiver) && (
        <TextInput
          label={t('organisations:forwarding.username')}
          value={values.username}
          maxLength={100}
          autoComplete="off"
          error={errorOf('username')}
          onChange={(event) => set({ username: event.currentTarget.value })}
        />
      )}
      {receiver !== 'traccar' && (
        <PasswordInput
          label={t(receiver === 'http' ? 'organisations:forwarding.bearer' : 'organisations:forwarding.password')}
          value={values.password}
          maxLength={100}
          autoComplete="new-password"
          miw={180}
          error={errorOf('password')}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
      )}
    </>
  )
}

type Props = {
  values: Values
  set: (changes: Partial<Values>) => void
  errorOf: (field: string) => string | false | undefined
}
