#!/bin/bash
# Sweeps lists into SQLite with common programs: sweep.sh BASE_URL CA_FILE TOKEN DATABASE LIST…
set -euo pipefail
base=$1 ca=$2 token=$3 database=$4
shift 4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for list in "$@"; do
  after=''
  : >"$folder/rows.csv"
  while :; do
    curl --silent --show-error --fail --compressed --cacert "$ca" --header "Authorization: Bearer $token" \
      --output "$folder/page.json" "$base/api/public/v1/$list?limit=1000${after:+&after=$after}"
    jq --raw-output '.data[] | [.id, tojson] | @csv' "$folder/page.json" >>"$folder/rows.csv"
    [ "$(jq '.page_info.has_next_page' "$folder/page.json")" = true ] || break
    after=$(jq --raw-output '.page_info.end_cursor | @uri' "$folder/page.json")
  done
  sqlite3 "$database" "CREATE TABLE \"$list\" (id TEXT PRIMARY KEY, json TEXT)" '.mode csv' ".import $folder/rows.csv $list"
done
