{{- define "ringfence.labels" -}}
app.kubernetes.io/name: ringfence
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "ringfence.selector" -}}
app.kubernetes.io/name: ringfence
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "ringfence.deployment" -}}
{{- $root := .root }}
{{- $role := .role }}
{{- $own := index $root.Values $role }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $root.Release.Name }}-{{ $role }}
  labels:
    {{- include "ringfence.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
spec:
  replicas: {{ $own.replicas }}
  selector:
    matchLabels:
      {{- include "ringfence.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "ringfence.selector" . | nindent 8 }}
    spec:
      automountServiceAccountToken: false
      # Reports under way are committed and acknowledged before it ends.
      terminationGracePeriodSeconds: 30
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile:
          type: RuntimeDefault
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "ringfence.selector" . | nindent 14 }}
      containers:
        - name: ringfence
          image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          envFrom:
            - secretRef:
                name: {{ required "existingSecret is the name of a secret with DATABASE_URL, JWT_SECRET and FILE_KEYS" $root.Values.existingSecret }}
          env:
            - name: ROLE
              value: {{ $role }}
            - name: DATA_DIR
              value: /data
            - name: PUBLIC_URL
              value: {{ $root.Values.publicUrl | quote }}
            {{- if or $root.Values.redis.url $root.Values.redis.enabled }}
            - name: REDIS_URL
              value: {{ $root.Values.redis.url | default (printf "redis://%s-redis:6379" $root.Release.Name) | quote }}
            {{- end }}
            {{- range $name, $value := $root.Values.settings }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          ports:
            - name: http
              containerPort: 8080
            {{- if eq $role "gateway" }}
            {{- range $name, $port := $own.ports }}
            - name: {{ $name | trunc 15 }}
              containerPort: {{ $port }}
            {{- end }}
            {{- range $name, $port := $own.udpPorts }}
            - name: {{ $name | trunc 11 }}-udp
              containerPort: {{ $port }}
              protocol: UDP
            {{- end }}
            {{- end }}
          # The first start makes the tables.
          startupProbe:
            httpGet:
              path: /healthz
              port: http
            periodSeconds: 5
            failureThreshold: 60
          readinessProbe:
            httpGet:
              path: /readyz
              port: http
            periodSeconds: 5
          livenessProbe:
            httpGet:
              path: /healthz
              port: http
            periodSeconds: 10
            failureThreshold: 6
          resources:
            {{- toYaml $own.resources | nindent 12 }}
          volumeMounts:
            - name: data
              mountPath: /data
            - name: temporary
              mountPath: /tmp
      volumes:
        # Nothing that outlives the process is here: files and history are in S3_URL, keys in the secret.
        - name: data
          emptyDir: {}
        - name: temporary
          emptyDir: {}
{{- end }}
