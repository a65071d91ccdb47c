"""Answers questions about the files of the history by Spark: those of standard input, as JSON, to standard output."""

import json
import os
import sys
import time

from deltalake import DeltaTable
from pyspark.sql import SparkSession

asked = json.load(sys.stdin)
spark = (
    SparkSession.builder.master(asked["master"])
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.memory", "4g")
    .config("spark.sql.shuffle.partitions", str(4 * (os.cpu_count() or 1)))
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
# The log says which files count; a cluster with Delta Lake's package reads format("delta") instead.
table = DeltaTable(asked["history"])
files = [file if "://" in file else "file://" + file for file in table.file_uris()]
spark.read.option("basePath", os.path.abspath(asked["history"])).parquet(*files).createOrReplaceTempView("events")
answers = {}
for name, sql in asked["questions"].items():
    begun = time.monotonic()
    rows = [row.asDict() for row in spark.sql(sql).collect()]
    answers[name] = {"rows": rows, "seconds": time.monotonic() - begun}
print(json.dumps({"version": spark.version, "answers": answers}))
