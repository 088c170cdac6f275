print("meterloop")
