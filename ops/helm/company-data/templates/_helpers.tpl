{{- define "company-data.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "company-data.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" }}
{{- else if contains (include "company-data.name" .) .Release.Name }}
{{- .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "company-data.name" .) | trunc 52 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* Labels that select the pods of the service. The component keeps the pods of jobs and tests out. */}}
{{- define "company-data.selectorLabels" -}}
app.kubernetes.io/name: {{ include "company-data.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: service
{{- end }}

{{/* Labels of all objects. Call it with (dict "root" $ "component" "service"). */}}
{{- define "company-data.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/name: {{ include "company-data.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{- define "company-data.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- end }}

{{- define "company-data.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "company-data.fullname" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end }}
{{- end }}

{{/* Address of the service in browsers; empty where the service's own default is right. */}}
{{- define "company-data.publicUrl" -}}
{{- if .Values.publicUrl -}}
{{ .Values.publicUrl }}
{{- else if .Values.ingress.enabled -}}
http{{ if .Values.ingress.tls }}s{{ end }}://{{ first .Values.ingress.hosts }}
{{- end }}
{{- end }}

{{/* Settings of the service and of its commands: those of values, and the paths of the secret ones. */}}
{{- define "company-data.settings" -}}
- name: DATA_DIR
  value: /data
{{- with include "company-data.publicUrl" . }}
- name: PUBLIC_URL
  value: {{ quote . }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  {{- /* Helm reads numbers as floating-point numbers, and would write a million as 1e+06. */}}
  {{- $text := toString $value }}
  {{- if kindIs "float64" $value }}{{ if eq (floor $value) $value }}{{ $text = $value | int64 | toString }}{{ end }}{{ end }}
  value: {{ quote $text }}
{{- end }}
{{- range $name, $key := .Values.secret.settings }}
- name: {{ $name }}_FILE
  value: /run/secrets/company-data/{{ $key }}
{{- end }}
{{- end }}

{{- define "company-data.volumeMounts" -}}
- name: secrets
  mountPath: /run/secrets/company-data
  readOnly: true
- name: scratch
  mountPath: /data
  subPath: data
- name: scratch
  mountPath: /tmp
  subPath: tmp
{{- end }}

{{- define "company-data.volumes" -}}
- name: secrets
  secret:
    secretName: {{ required "secret.name is required: the name of a Secret that holds the URL of the database" .Values.secret.name }}
    # Only what is named in values, so that a Secret with more keys shows the process no others.
    items:
      {{- range $key := values .Values.secret.settings | uniq | sortAlpha }}
      - key: {{ $key }}
        path: {{ $key }}
      {{- end }}
    defaultMode: 0440
- name: scratch
  emptyDir:
    sizeLimit: {{ .Values.scratchSize }}
{{- end }}

{{/* What all pods of the chart have in common: users, images, places. */}}
{{- define "company-data.pod" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
# The service never talks to Kubernetes.
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
